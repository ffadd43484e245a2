import type { RawRequest } from "./ask.js";
import type { Setup } from "./subject.js";

/** What is asked for. */
export type Wish = "read" | "change" | "upgrade" | "preflight";

/** What an answer must be like. */
export interface Expectation {
  readonly status: number;
  /** What stands in its body, or does not matter. */
  readonly says?: RegExp;
  /** Headers of its own, by name in lower case; `undefined`: absent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** One way to ask, and what comes of it. */
export interface GuardCase {
  readonly name: string;
  readonly setup: Setup;
  /** Address that is connected to; 127.0.0.1 by default. */
  readonly address?: string;
  readonly wish: Wish;
  /**
   * Headers that are sent, `{port}` standing for the program's port. A `host` of the program's own is added unless there is one, or `noHost`
   * says otherwise.
   */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly noHost?: true;
  /** In place of the usual target, method, version. */
  readonly request?: Partial<Pick<RawRequest, "method" | "target" | "version">>;
  readonly expected: Expectation;
}

/** The answer has none of a foreign page's headers. */
export const noCors: Readonly<Record<string, undefined>> = {
  "access-control-allow-origin": undefined,
  "access-control-allow-methods": undefined,
  "access-control-allow-private-network": undefined,
};

/** What comes of a wish that is granted. */
export const granted: Readonly<Record<Wish, Expectation>> = {
  read: { status: 200, says: /4BTC_USDT|result/ },
  change: { status: 200 },
  upgrade: { status: 101, headers: { "sec-websocket-accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" } },
  preflight: { status: 204 },
};

/** A refusal that names the option which opens it. */
export function refused(status: number, says: RegExp): Expectation {
  return { status, says, headers: noCors };
}
