import type { BookStatus } from "@depthwire/book";

/** One book as a person reads it. Prices are the venue's own text. */
export interface BookRow {
  readonly pair: string;
  readonly status: BookStatus;
  /** Why the book is not live; undefined while it is. */
  readonly reason: string | undefined;
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly spread: string | undefined;
  /** Undefined before the first snapshot. */
  readonly seq: number | undefined;
  /** Messages that the book took in, per second. */
  readonly updatesPerSecond: number;
  /** Milliseconds from the venue's update time to the arrival of the latest message. */
  readonly lagMs: number | undefined;
}

/** Everything that the live display shows at one moment. */
export interface LiveState {
  /** REST address of the sandbox. */
  readonly restUrl: string;
  /** Its WebSocket address. */
  readonly pushUrl: string;
  /** Where the dashboard opens: good once, then another one. */
  readonly pageUrl: string;
  /** The port that was meant, when another one had to be taken. */
  readonly missedPort: number | undefined;
  /** The same of the accelerator. */
  readonly missedPagePort: number | undefined;
  readonly profile: string;
  /** Where the demo account's key is. */
  readonly credentialFile: string;
  readonly shards: number;
  /** Milliseconds since all books were live for the first time; undefined before that. */
  readonly liveForMs: number | undefined;
  readonly rows: readonly BookRow[];
  /** Messages of all connections, per second. */
  readonly messagesPerSecond: number;
  readonly inflatedBytesPerSecond: number;
  /** The largest lag of a row. */
  readonly lagMs: number | undefined;
  /** Views that were held against the sandbox's state of the same `seq`. */
  readonly compared: number;
  /** Those of them that differ. */
  readonly divergent: number;
  /** Views that could not be compared: the sandbox had forgotten their state, or was not reached. */
  readonly missed: number;
}
