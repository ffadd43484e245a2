/** What a bot's process is started with. */
export interface BotOrders {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly pair: string;
  /** Where its stores lie, and its own notes. */
  readonly directory: string;
  /** Which process in a row it is; its orders have ids of their own. */
  readonly life: number;
  /** How long the venue takes a signed request, in milliseconds. */
  readonly toleranceMs: number;
  /** What it does when it is ready: `halts` trades, then halts; `tidies` opens nothing, and cancels what rests. It never ends by itself. */
  readonly habit: "trades" | "halts" | "tidies";
}

/** One line of a bot's notes. It is written before the bot goes on, so that it outlives any kill. */
export type BotNote =
  | { readonly note: "opened" | "ready" | "resolved" | "halted" | "halt-recalled" | "done"; readonly life: number }
  /** It is about to place an order. */
  | { readonly note: "order"; readonly clientOrderId: string; readonly life: number }
  /** It heard that the order is there. */
  | { readonly note: "placed"; readonly clientOrderId: string; readonly orderId: string }
  /** It heard that the order certainly is not there. */
  | { readonly note: "not-placed"; readonly clientOrderId: string }
  /** It could not be told. */
  | { readonly note: "unknown"; readonly clientOrderId: string }
  /** It worked on a fill. */
  | { readonly note: "fill"; readonly orderId: string; readonly fillId: string; readonly life: number }
  /** Something failed that must not. */
  | { readonly note: "failed"; readonly what: string; readonly life: number };

/** The file of the notes, within the bot's directory. */
export const notesFile = "notes";
