// Deflate streams written bit by bit, so that every rule of RFC 1951 can be kept or broken on purpose.

/** Writes a deflate stream (RFC 1951, 3.1.1). */
export class BitWriter {
  readonly #bits: number[] = [];

  /** A number, least significant bit first. */
  number(value: number, count: number): this {
    for (let bit = 0; bit < count; bit++) {
      this.#bits.push((value >>> bit) & 1);
    }
    return this;
  }

  /** A Huffman code as it is written in the RFC: most significant bit first. */
  code(digits: string): this {
    for (const digit of digits) {
      this.#bits.push(Number(digit));
    }
    return this;
  }

  alignToByte(): this {
    while (this.#bits.length % 8 !== 0) {
      this.#bits.push(0);
    }
    return this;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) {
      bytes[index >> 3] = (bytes[index >> 3] as number) | (bit << (index & 7));
    }
    return bytes;
  }
}

export const stored = 0;
export const fixed = 1;
export const dynamic = 2;

export function lastBlock(type: number): BitWriter {
  return new BitWriter().number(1, 1).number(type, 2);
}

/**
 * The header of a dynamic block. Its code lengths are sent with a plain code: symbols 0 to 15 have four bits each, so
 * `lengths` may hold whatever is wanted.
 */
export function dynamicBlock(literals: number, distances: number, lengths: readonly number[]): BitWriter {
  const writer = codeLengthHeader(literals, distances, (symbol) => (symbol < 16 ? 4 : 0));
  for (const length of lengths) {
    writer.code(length.toString(2).padStart(4, "0"));
  }
  return writer;
}

const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

export function codeLengthHeader(literals: number, distances: number, lengthOf: (symbol: number) => number): BitWriter {
  const writer = lastBlock(dynamic)
    .number(literals - 257, 5)
    .number(distances - 1, 5)
    .number(19 - 4, 4);
  for (const symbol of codeLengthOrder) {
    writer.number(lengthOf(symbol), 3);
  }
  return writer;
}

/** Code lengths of `count` symbols, zero except those named. */
export function lengths(count: number, named: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: count }, (_, symbol) => named[symbol] ?? 0);
}

function adler32(text: string): number {
  let [low, high] = [1, 0];
  for (const byte of Buffer.from(text, "latin1")) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}

/** A zlib stream with the checksum of `text`. */
export function zlibStream(blocks: BitWriter, text: string): Buffer {
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(adler32(text));
  return Buffer.concat([Buffer.of(0x78, 0x9c), blocks.bytes(), trailer]);
}
