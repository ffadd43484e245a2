/**
 * Inflates one complete zlib (RFC 1950) or gzip (RFC 1952) stream into memory that it owns and reuses.
 * One instance belongs to one thread and one caller at a time.
 */
export interface Inflate {
  /** Holds the result of the latest call, from byte 0. Valid until the next call, which may also replace the array. */
  readonly output: Uint8Array;
  /**
   * Inflates `source[start, end)`, which must be exactly one stream: its checksum is verified, bytes after it are refused.
   *
   * @returns the number of bytes in {@link Inflate.output}
   * @throws ProtocolError `frame-corrupt`, `frame-truncated`, `frame-trailing-bytes`, `frame-too-large`
   */
  inflate(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): number;
}

/** Compresses a whole text into one zlib or gzip stream. */
export type Deflate = (text: Uint8Array) => Uint8Array;
