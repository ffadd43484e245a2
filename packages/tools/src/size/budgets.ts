/** What is measured, by the name that the summary gives it. */
export type SizeName = "sign" | "book" | "bookWasm" | "engine" | "call" | "caller";

/** One bundle and how large it may get. */
export interface SizeBudget {
  /** The file in `entries/`, without its ending. */
  readonly entry: string;
  /** What it holds, for people. */
  readonly holds: string;
  /** Most bytes, minified and compressed (gzip, level 9). */
  readonly maxBytes: number;
}

/** What the smallest useful parts may cost a page. A part that grows past its budget pulled something in that it does not need: `--inputs` shows what. */
export const sizeBudgets: Readonly<Record<SizeName, SizeBudget>> = {
  sign: { entry: "sign", holds: "a credential and a signature", maxBytes: 3_000 },
  book: { entry: "book", holds: "frames to books in plain code", maxBytes: 12_000 },
  bookWasm: { entry: "book-wasm", holds: "frames to books with the WebAssembly module and without", maxBytes: 21_000 },
  engine: { entry: "engine", holds: "an engine for books", maxBytes: 40_000 },
  // 100 more since a refusal that is not the venue's own is told apart from one that is: money calls must not take it for certain.
  call: { entry: "call", holds: "one REST operation", maxBytes: 12_100 },
  // 50 more since an order that was refused and taken all the same is remembered: a halt has to find it. 200 more since an answer's id is doubted until the venue confirms it. 100 more since a halt remembers all its reasons, and one of them can be ended alone.
  caller: { entry: "caller", holds: "a caller of any operation: throttled, repeated, with orders", maxBytes: 25_900 },
};

/** All names, in the order in which they are printed. */
export const sizeNames = Object.keys(sizeBudgets) as readonly SizeName[];
