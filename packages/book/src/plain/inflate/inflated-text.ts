/** The inflated text: `bytes[0, length)`. */
export class InflatedText {
  readonly bytes: Uint8Array;
  length = 0;

  /** @param capacity length in bytes of the longest text */
  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity + textPadding);
  }
}

/** Between two looks at the limit at most 2 literals and a match of 258 bytes are written. */
const textPadding = 512;
