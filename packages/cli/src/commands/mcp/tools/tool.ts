/** What a client gave, checked against the tool's schema. */
export type Given = Readonly<Record<string, unknown>>;

/** What the server's command line says to its tools. */
export interface ToolTerms {
  readonly querySeconds: number;
}

/** A command line, without what the server adds. */
export interface ToolWords {
  /** The command's name. */
  readonly command: string;
  readonly options?: readonly string[];
  /** Never read as options, whatever they begin with. */
  readonly positionals?: readonly string[];
}

/** One tool: a command under a name that agents understand. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of what it is given. */
  readonly input: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    readonly additionalProperties: false;
  };
  /** Which of the server's own options the command takes. */
  readonly takes: "venue" | "venue-and-key" | "nothing";
  /** `places`: counted by the limit of orders; `changes`: asked about too. */
  readonly effect: "reads" | "places" | "changes";
  /** @throws Refused for what the schema cannot say */
  words(given: Given, terms: ToolTerms): ToolWords;
  /** Of a follower: how long it follows at most. */
  readonly followMs?: (given: Given) => number;
}

/** Parts of schemas that several tools have. */
export const fields = {
  pair: {
    type: "string",
    pattern: "^[A-Z0-9]{1,20}_[A-Z0-9]{1,20}$",
    description: "4BTC_USDT is a USDT-margined contract, 5BTC_USD a coin-margined one, BTC_USDT a spot pair.",
  },
  directory: { type: "string", minLength: 1, maxLength: 500, description: "Of the recording, on this computer." },
} as const;

/** An option with its value, where there is one. */
export function option(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`--${name}=${String(value)}`];
}

/** A field of a call, where there is a value. */
export function field(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`${name}=${String(value)}`];
}
