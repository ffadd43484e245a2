/** What happens to the bytes of one direction. A test changes the fields while connections live; new bytes obey. */
export interface LinkFaults {
  /** How long every byte is under way, in milliseconds. Order is kept. */
  latencyMs: number;
  /** Bytes a second; `Infinity` is unlimited. */
  bytesPerSecond: number;
  /** Largest piece handed on at once; each piece is a write of its own. */
  sliceBytes: number;
  /** `hold`: bytes and closings wait until `pass` again; `drop`: they are lost and nobody learns of it. */
  flow: "pass" | "hold" | "drop";
  /** Each connection hands on so many bytes in this direction; then {@link LinkFaults.thenDo} happens. */
  passBytes: number;
  /** `end`: orderly end of the stream; `reset`: both sides are reset; `silence`: open, and nothing more comes. */
  thenDo: "end" | "reset" | "silence";
  /** How long the end of the stream is held back, in milliseconds. */
  closeDelayMs: number;
  /**
   * One bit of each of the next compressed bodies that a WebSocket server sends is flipped, at this part of it (from 0 to
   * below 1). Entries are taken from the front.
   */
  readonly flipBitsAt: number[];
}

/** A perfect link. */
export function noFaults(): LinkFaults {
  return {
    latencyMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    sliceBytes: Number.POSITIVE_INFINITY,
    flow: "pass",
    passBytes: Number.POSITIVE_INFINITY,
    thenDo: "reset",
    closeDelayMs: 0,
    flipBitsAt: [],
  };
}
