/** What every runtime is given: bytes, as hexadecimal digits, and nothing about what they mean. */
export interface Scene {
  readonly digests: readonly KeyedText[];
  /** Whole frames of every form. */
  readonly frames: readonly string[];
  /** Frames that are damaged, and what only looks like a frame. */
  readonly damaged: readonly string[];
  readonly histories: readonly BookHistory[];
}

/** A key and a text for HMAC-MD5. */
export interface KeyedText {
  readonly key: string;
  readonly data: string;
}

/** What a venue says about one pair's book. */
export interface BookHistory {
  readonly protocol: "prefix" | "channel";
  readonly pair: string;
  /** The first is the snapshot. */
  readonly messages: readonly string[];
  /** The book is read after every so many updates. */
  readonly readEvery: number;
}

/** What a runtime made of a {@link Scene}. */
export interface SceneReport {
  /** Whether the host compiles WebAssembly. */
  readonly wasm: "compiled" | "absent" | "barred";
  readonly digests: readonly string[];
  /** By the inflater that the host allows, and by the plain one. */
  readonly frames: readonly FrameVerdict[];
  readonly damaged: readonly FrameVerdict[];
  readonly books: readonly (readonly BookReading[])[];
}

/** The two inflaters' verdicts: an error's code, or length and checksum of the text. */
export interface FrameVerdict {
  readonly fastest: string;
  readonly plain: string;
}

/** One state of a book, whole, best levels first. */
export interface BookReading {
  readonly status: string;
  readonly seq: number;
  readonly asks: readonly (readonly [price: string, quantity: string])[];
  readonly bids: readonly (readonly [price: string, quantity: string])[];
}

/** Where a venue listens on loopback, with an account of it. */
export interface Place {
  readonly pushUrl: string;
  readonly restUrl: string;
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
}

/** What a runtime saw of a venue. */
export interface LiveReport {
  readonly book: string;
  readonly order: string;
}

/** What a runtime says at its end. */
export interface SmokeReport {
  readonly scene: SceneReport;
  /** Absent where the runtime has no sockets. */
  readonly live?: LiveReport;
}
