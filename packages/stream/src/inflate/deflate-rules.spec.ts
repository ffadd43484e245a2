import zlib from "node:zlib";
import { ProtocolError } from "@depthwire/core";
import { describe, expect, test } from "vitest";
import { createPureInflate } from "./pure.js";
import { createWasmInflate } from "./wasm.js";

// The rules of RFC 1951 one by one, on blocks written bit by bit. node:zlib is asked about each of them too: where the
// RFC is silent its answer is the rule.

/** Writes a deflate stream (RFC 1951, 3.1.1). */
class BitWriter {
  readonly #bits: number[] = [];

  /** A number, least significant bit first. */
  number(value: number, count: number): this {
    for (let bit = 0; bit < count; bit++) this.#bits.push((value >>> bit) & 1);
    return this;
  }

  /** A Huffman code as it is written in the RFC: most significant bit first. */
  code(digits: string): this {
    for (const digit of digits) this.#bits.push(Number(digit));
    return this;
  }

  alignToByte(): this {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
    return this;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries())
      bytes[index >> 3] = (bytes[index >> 3] as number) | (bit << (index & 7));
    return bytes;
  }
}

const stored = 0;
const fixed = 1;
const dynamic = 2;

function lastBlock(type: number): BitWriter {
  return new BitWriter().number(1, 1).number(type, 2);
}

/**
 * The header of a dynamic block. Its code lengths are sent with a plain code: symbols 0 to 15 have four bits each, so
 * `lengths` may hold whatever is wanted.
 */
function dynamicBlock(literals: number, distances: number, lengths: readonly number[]): BitWriter {
  const writer = codeLengthHeader(literals, distances, (symbol) => (symbol < 16 ? 4 : 0));
  for (const length of lengths) writer.code(length.toString(2).padStart(4, "0"));
  return writer;
}

const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function codeLengthHeader(literals: number, distances: number, lengthOf: (symbol: number) => number): BitWriter {
  const writer = lastBlock(dynamic)
    .number(literals - 257, 5)
    .number(distances - 1, 5)
    .number(19 - 4, 4);
  for (const symbol of codeLengthOrder) writer.number(lengthOf(symbol), 3);
  return writer;
}

/** Code lengths of `count` symbols, zero but for those named. */
function lengths(count: number, named: Readonly<Record<number, number>>): number[] {
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
function zlibStream(blocks: BitWriter, text: string): Buffer {
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(adler32(text));
  return Buffer.concat([Buffer.of(0x78, 0x9c), blocks.bytes(), trailer]);
}

function nodeOutcome(source: Buffer): string {
  try {
    return zlib.inflateSync(source).toString("latin1");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR" ? "frame-truncated" : "frame-corrupt";
  }
}

function ourOutcome(inflate: ReturnType<typeof createWasmInflate>, source: Buffer): string {
  try {
    const length = inflate.inflate(source, 0, source.length, 100_000);
    return Buffer.from(inflate.output.subarray(0, length)).toString("latin1");
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

const wasm = createWasmInflate();
const pure = createPureInflate();

/** Asks all three. `expected` is the text that the blocks stand for, or undefined where they must be refused. */
function check(blocks: BitWriter, expected?: string): void {
  const source = zlibStream(blocks, expected ?? "");
  const outcomes = { wasm: ourOutcome(wasm, source), pure: ourOutcome(pure, source), node: nodeOutcome(source) };
  const wanted = expected ?? "frame-corrupt";
  expect(outcomes).toEqual({ wasm: wanted, pure: wanted, node: wanted });
}

/** Codes of the fixed alphabets (RFC 1951, 3.2.6). */
const letterA = "10010001"; // 0x30 + 0x61
const endOfBlock = "0000000";

describe("blocks (RFC 1951, 3.2.3 and 3.2.4)", () => {
  test("type 3 is refused", () => check(lastBlock(3).number(0, 29)));

  test("stored, with the rest of the first byte skipped", () => {
    const writer = lastBlock(stored).number(31, 5).number(3, 16).number(0xfffc, 16);
    check(writer.number(0x61, 8).number(0x62, 8).number(0x63, 8), "abc");
  });

  test("stored and empty", () => check(lastBlock(stored).alignToByte().number(0, 16).number(0xffff, 16), ""));

  test("a stored length that is not confirmed", () => {
    check(lastBlock(stored).alignToByte().number(1, 16).number(0xfffc, 16).number(0, 32));
  });

  test("several blocks; a copy reaches into the block before", () => {
    const writer = new BitWriter().number(0, 1).number(fixed, 2).code(letterA).code(endOfBlock);
    writer.number(0, 1).number(stored, 2).alignToByte().number(1, 16).number(0xfffe, 16).number(0x62, 8);
    // Length 3 (symbol 257), distance 2 (symbol 1).
    writer.number(1, 1).number(fixed, 2).code("0000001").code("00001").code(endOfBlock);
    check(writer, "ababa");
  });
});

describe("fixed codes (RFC 1951, 3.2.6)", () => {
  test("literals of both halves and the longest match", () => {
    // 0xff is 111111111; length 258 is symbol 285, 11000101; distance 1 is symbol 0.
    const writer = lastBlock(fixed).code("111111111").code("11000101").code("00000").code(endOfBlock);
    check(writer, "\xff".repeat(259));
  });

  test.each(["11000110", "11000111"])("length symbol %s does not occur", (code) => {
    check(lastBlock(fixed).code(letterA).code(code).code("00000").code(endOfBlock));
  });

  test.each(["11110", "11111"])("distance symbol %s does not occur", (code) => {
    check(lastBlock(fixed).code(letterA).code("0000001").code(code).number(0, 13).code(endOfBlock));
  });

  test("a distance to the first byte, and one before it", () => {
    const twoLetters = (): BitWriter => lastBlock(fixed).code(letterA).code("10010010").code("0000001");
    check(twoLetters().code("00001").code(endOfBlock), "ababa");
    check(twoLetters().code("00010").code(endOfBlock));
  });
});

describe("dynamic codes (RFC 1951, 3.2.7)", () => {
  const plainLengths = lengths(257, { 97: 1, 256: 1 });

  test("literals only, without any distance code", () => {
    // One distance code of zero bits means that there are no distance codes at all.
    check(
      dynamicBlock(257, 1, [...plainLengths, 0])
        .code("0")
        .code("0")
        .code("1"),
      "aa",
    );
  });

  test("a lone distance code has one bit, the other pattern is refused", () => {
    const named = lengths(258, { 97: 2, 98: 2, 256: 2, 257: 2 });
    const block = (): BitWriter =>
      dynamicBlock(258, 1, [...named, 1])
        .code("00")
        .code("11");
    check(block().code("0").code("10"), "aaaa");
    check(block().code("1").code("10"));
  });

  test("a lone distance code of two bits is incomplete", () => {
    check(
      dynamicBlock(257, 1, [...plainLengths, 2])
        .code("0")
        .code("1"),
    );
  });

  test("a distance code must not be used where there is none", () => {
    const named = lengths(258, { 97: 1, 256: 2, 257: 2 });
    check(
      dynamicBlock(258, 1, [...named, 0])
        .code("0")
        .code("11")
        .code("0")
        .code("10"),
    );
  });

  test("a block of nothing but its end may have the lone code", () => {
    check(dynamicBlock(257, 1, lengths(258, { 256: 1 })).code("0"), "");
    check(dynamicBlock(257, 1, lengths(258, { 256: 1 })).code("1"));
  });

  test("no code for the end of the block", () => {
    check(dynamicBlock(257, 1, lengths(258, { 97: 1, 98: 1 })).code("0"));
  });

  test.each([
    ["over-subscribed literals", lengths(258, { 97: 1, 98: 1, 256: 1 })],
    ["incomplete literals", lengths(258, { 97: 2, 256: 2 })],
    ["over-subscribed distances", [...plainLengths, 1, 1, 1]],
    ["incomplete distances", [...plainLengths, 2, 2, 2]],
  ])("%s", (_, codeLengths) => {
    check(
      dynamicBlock(257, codeLengths.length - 257, codeLengths)
        .code("0")
        .code("1")
        .number(0, 32),
    );
  });

  test.each([
    [286, 30],
    [287, 1],
    [288, 1],
    [257, 31],
    [257, 32],
  ])("%i literals and %i distances", (literals, distances) => {
    const codeLengths = [...lengths(literals, { 97: 1, 256: 1 }), ...lengths(distances, {})];
    const allowed = literals <= 286 && distances <= 30;
    check(dynamicBlock(literals, distances, codeLengths).code("0").code("1"), allowed ? "a" : undefined);
  });

  test("codes of 15 bits, through a subtable", () => {
    // Lengths 1, 2, …, 14, 15, 15: the code of the nth symbol is n ones and a zero.
    const named = lengths(257, { 256: 15 });
    for (let symbol = 0; symbol < 15; symbol++) named[symbol + 97] = symbol + 1;
    const writer = dynamicBlock(257, 1, [...named, 0]);
    for (let symbol = 0; symbol < 15; symbol++) writer.code(`${"1".repeat(symbol)}0`);
    check(writer.code("1".repeat(15)), "abcdefghijklmno");
  });

  test("distances of 15 bits with 13 extra bits, behind a length of 15 bits", () => {
    // The literals: "a" has one bit, then lengths 2 … 14, and 15 for the end and for symbol 284 (length 227 + 5 bits).
    const named = lengths(285, { 97: 1, 256: 15, 284: 15 });
    for (let length = 2; length < 15; length++) named[length] = length;
    const distances = lengths(30, { 28: 15, 29: 15 });
    for (let length = 1; length < 15; length++) distances[length - 1] = length;
    const writer = dynamicBlock(285, 30, [...named, ...distances]);
    for (let count = 0; count < 32_768; count++) writer.code("0");
    writer.code("1".repeat(15)).number(30, 5).code("1".repeat(15)).number(8191, 13);
    check(writer.code(`${"1".repeat(14)}0`), "a".repeat(32_768 + 257));
  });
});

describe("code lengths (RFC 1951, 3.2.7)", () => {
  /** Symbols 1 (code 00), 16 (01), 17 (10) and 18 (11). */
  const header = (literals: number, distances: number): BitWriter =>
    codeLengthHeader(literals, distances, (symbol) => ([1, 16, 17, 18].includes(symbol) ? 2 : 0));

  test("a repeat crosses from literals to distances", () => {
    // 255 zeros, then 255, 256 and the two distances have one bit each: the repeat begins in one, ends in the other.
    const writer = header(257, 2)
      .code("11")
      .number(127, 7)
      .code("11")
      .number(106, 7)
      .code("00")
      .code("01")
      .number(0, 2);
    check(writer.code("0").code("1"), "\xff");
  });

  test("a repeat without anything before it", () => check(header(257, 1).code("01").number(0, 2).number(0, 64)));

  test("repeats past the last symbol", () => {
    const zeros = (): BitWriter => header(257, 1).code("11").number(127, 7).code("11").number(105, 7);
    check(zeros().code("00").code("00").code("10").number(0, 3));
    check(zeros().code("00").code("00").code("01").number(0, 2));
    check(zeros().code("00").code("00").code("11").number(0, 7));
  });

  test("a lone code length symbol is incomplete", () => {
    check(codeLengthHeader(257, 1, (symbol) => (symbol === 1 ? 1 : 0)).number(0, 400));
  });

  test("over-subscribed and incomplete codes", () => {
    check(codeLengthHeader(257, 1, (symbol) => (symbol < 3 ? 1 : 0)).number(0, 400));
    check(codeLengthHeader(257, 1, (symbol) => (symbol < 3 ? 2 : 0)).number(0, 400));
  });

  test("no code length symbol at all", () => {
    check(codeLengthHeader(257, 1, () => 0).number(0, 400));
  });
});
