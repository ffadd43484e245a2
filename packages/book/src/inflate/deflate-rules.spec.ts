import { describe, expect, test } from "vitest";
import { createPureInflate } from "../plain/inflate.js";
import { createWasmInflate } from "../wasm/inflate.js";
import {
  BitWriter,
  codeLengthHeader,
  dynamicBlock,
  fixed,
  lastBlock,
  lengths,
  stored,
  zlibStream,
} from "./deflate-stream.spec-kit.js";
import { nodeOutcomeOf, type Outcome, outcomeOf, showOutcome } from "./outcome.spec-kit.js";

// The rules of RFC 1951 one by one. node:zlib is asked about each of them too: where the RFC is silent its answer is
// the rule.

const maxInflatedBytes = 100_000;
const blockRefused = "frame-corrupt block";
const wasm = createWasmInflate();
const pure = createPureInflate();

function ask(source: Buffer, wanted: Outcome): void {
  const outcomes = {
    wasm: outcomeOf(wasm, source, maxInflatedBytes),
    pure: outcomeOf(pure, source, maxInflatedBytes),
    node: nodeOutcomeOf(source, maxInflatedBytes),
  };
  for (const [name, outcome] of Object.entries(outcomes)) {
    expect(`${name}: ${showOutcome(outcome)}`).toBe(`${name}: ${showOutcome(wanted)}`);
    expect(
      typeof outcome === "object" && typeof wanted === "object" ? outcome.equals(wanted) : outcome === wanted,
    ).toBe(true);
  }
}

/** All three inflate the blocks to `text`. */
function accepted(blocks: BitWriter, text: string): void {
  ask(zlibStream(blocks, text), Buffer.from(text, "latin1"));
}

/** All three find fault with a block. The checksum is that of `text`, which a lenient inflater would find. */
function refused(blocks: BitWriter, text = ""): void {
  ask(zlibStream(blocks, text), blockRefused);
}

/** All three find fault with a block although nothing follows it. */
function refusedAtOnce(blocks: BitWriter): void {
  ask(Buffer.concat([Buffer.of(0x78, 0x9c), blocks.bytes()]), blockRefused);
}

/** Codes of the fixed alphabets (RFC 1951, 3.2.6). */
const letterA = "10010001"; // 0x30 + 0x61
const endOfBlock = "0000000";
/** Symbol, its first distance, its extra bits (RFC 1951, 3.2.5). */
const distanceSymbols: readonly (readonly [symbol: number, first: number, extraBits: number])[] = [
  [0, 1, 0],
  [1, 2, 0],
  [2, 3, 0],
  [3, 4, 0],
  [4, 5, 1],
  [5, 7, 1],
  [6, 9, 2],
];

describe("blocks (RFC 1951, 3.2.3 and 3.2.4)", () => {
  test("type 3 is refused", () => refusedAtOnce(lastBlock(3)));

  test("stored, with the rest of the first byte skipped", () => {
    const writer = lastBlock(stored).number(31, 5).number(3, 16).number(0xfffc, 16);
    accepted(writer.number(0x61, 8).number(0x62, 8).number(0x63, 8), "abc");
  });

  test("stored and empty", () => {
    accepted(lastBlock(stored).alignToByte().number(0, 16).number(0xffff, 16), "");
  });

  test("a stored length that is not confirmed", () => {
    refused(lastBlock(stored).alignToByte().number(1, 16).number(0xfffc, 16).number(0x61, 8), "a");
  });

  test("several blocks; a copy reaches into the block before", () => {
    const writer = new BitWriter().number(0, 1).number(fixed, 2).code(letterA).code(endOfBlock);
    writer.number(0, 1).number(stored, 2).alignToByte().number(1, 16).number(0xfffe, 16).number(0x62, 8);
    // Length 3 (symbol 257), distance 2 (symbol 1).
    writer.number(1, 1).number(fixed, 2).code("0000001").code("00001").code(endOfBlock);
    accepted(writer, "ababa");
  });
});

describe("fixed codes (RFC 1951, 3.2.6)", () => {
  test("literals of both halves and the longest match", () => {
    // 0xff is 111111111; length 258 is symbol 285, 11000101; distance 1 is symbol 0.
    const writer = lastBlock(fixed).code("111111111").code("11000101").code("00000").code(endOfBlock);
    accepted(writer, "\xff".repeat(259));
  });

  test.each(["11000110", "11000111"])("length symbol %s does not occur", (code) => {
    refusedAtOnce(lastBlock(fixed).code(letterA).code(code));
  });

  test.each(["11110", "11111"])("distance symbol %s does not occur", (code) => {
    refusedAtOnce(lastBlock(fixed).code(letterA).code("0000001").code(code));
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("copies over a distance of %i", (distance) => {
    const letters = "abcdefghi";
    const writer = lastBlock(fixed);
    for (const letter of letters) {
      writer.code((0x30 + letter.charCodeAt(0)).toString(2).padStart(8, "0"));
    }
    // Symbol 273: lengths from 35 on, 3 extra bits.
    writer.code("0010001").number(5, 3);
    const [symbol, first, extraBits] = distanceSymbols.findLast(([, first]) => first <= distance) ?? [0, 1, 0];
    writer
      .code(symbol.toString(2).padStart(5, "0"))
      .number(distance - first, extraBits)
      .code(endOfBlock);
    accepted(writer, letters + letters.slice(-distance).repeat(40).slice(0, 40));
  });

  test("a distance to the first byte, and one before it", () => {
    const twoLetters = (): BitWriter => lastBlock(fixed).code(letterA).code("10010010").code("0000001");
    accepted(twoLetters().code("00001").code(endOfBlock), "ababa");
    refused(twoLetters().code("00010").code(endOfBlock), "ab\0ab");
  });
});

describe("dynamic codes (RFC 1951, 3.2.7)", () => {
  const plainLengths = lengths(257, { 97: 1, 256: 1 });

  test("literals only, without any distance code", () => {
    // One distance code of zero bits means that there are no distance codes at all.
    accepted(
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
    accepted(block().code("0").code("10"), "aaaa");
    refused(block().code("1").code("10"), "aaaa");
  });

  test("a lone distance code of two bits is incomplete", () => {
    refused(
      dynamicBlock(257, 1, [...plainLengths, 2])
        .code("0")
        .code("1"),
      "a",
    );
  });

  test("a distance code must not be used where there is none", () => {
    const named = lengths(258, { 97: 1, 256: 2, 257: 2 });
    refused(
      dynamicBlock(258, 1, [...named, 0])
        .code("0")
        .code("11")
        .code("0")
        .code("10"),
      "aaaa",
    );
  });

  test("a block of nothing but its end may have a lone code", () => {
    accepted(dynamicBlock(257, 1, lengths(258, { 256: 1 })).code("0"), "");
    refused(dynamicBlock(257, 1, lengths(258, { 256: 1 })).code("1"));
  });

  test("no code for the end of the block", () => {
    refusedAtOnce(dynamicBlock(257, 1, lengths(258, { 97: 1, 98: 1 })));
    refusedAtOnce(dynamicBlock(258, 1, lengths(259, { 97: 1, 257: 1 })));
  });

  test.each([
    ["over-subscribed literals", lengths(258, { 97: 1, 98: 1, 256: 1 })],
    ["incomplete literals", lengths(258, { 97: 2, 256: 2 })],
    ["over-subscribed distances", [...plainLengths, 1, 1, 1]],
    ["incomplete distances", [...plainLengths, 2, 2, 2]],
  ])("%s", (_, codeLengths) => {
    refusedAtOnce(dynamicBlock(257, codeLengths.length - 257, codeLengths));
  });

  test("286 literals and 30 distances", () => {
    accepted(
      dynamicBlock(286, 30, lengths(316, { 97: 1, 256: 1 }))
        .code("0")
        .code("1"),
      "a",
    );
  });

  test.each([
    [287, 1],
    [288, 1],
    [257, 31],
    [257, 32],
  ])("%i literals and %i distances are too many", (literals, distances) => {
    const codeLengths = lengths(literals + distances, { 97: 1, 256: 1 });
    refused(dynamicBlock(literals, distances, codeLengths).code("0").code("1"), "a");
  });

  test("codes of 15 bits, through a subtable", () => {
    // Lengths 1, 2, …, 14, 15, 15: the code of the nth symbol is n ones and a zero.
    const named = lengths(257, { 256: 15 });
    for (let symbol = 0; symbol < 15; symbol++) {
      named[symbol + 97] = symbol + 1;
    }
    const writer = dynamicBlock(257, 1, [...named, 0]);
    for (let symbol = 0; symbol < 15; symbol++) {
      writer.code(`${"1".repeat(symbol)}0`);
    }
    accepted(writer.code("1".repeat(15)), "abcdefghijklmno");
  });

  test("a distance of 15 bits and 13 extra bits behind a length of 15 bits and 5 extra bits", () => {
    // The literals: "a" has one bit, then lengths 2 … 14, and 15 for the end and for symbol 284 (length 227 + 5 bits).
    const named = lengths(285, { 97: 1, 256: 15, 284: 15 });
    for (let length = 2; length < 15; length++) {
      named[length] = length;
    }
    const distances = lengths(30, { 28: 15, 29: 15 });
    for (let length = 1; length < 15; length++) {
      distances[length - 1] = length;
    }
    const writer = dynamicBlock(285, 30, [...named, ...distances]);
    for (let count = 0; count < 32_768; count++) {
      writer.code("0");
    }
    writer.code("1".repeat(15)).number(30, 5).code("1".repeat(15)).number(8191, 13);
    accepted(writer.code(`${"1".repeat(14)}0`), "a".repeat(32_768 + 257));
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
    accepted(writer.code("0").code("1"), "\xff");
  });

  test("a repeat of zeros is zeros, also when it is repeated", () => {
    const writer = header(257, 30).code("11").number(127, 7).code("11").number(106, 7).code("00").code("00");
    accepted(writer.code("11").number(13, 7).code("01").number(3, 2).code("0").code("1"), "\xff");
  });

  test("a repeat without anything before it", () => refusedAtOnce(header(257, 1).code("01").number(0, 2)));

  test("repeats past the last symbol", () => {
    const before = (): BitWriter =>
      header(257, 2).code("11").number(127, 7).code("11").number(106, 7).code("00").code("00");
    refused(before().code("10").number(0, 3).code("0").code("1"), "\xff");
    refused(before().code("01").number(0, 2).code("0").code("1"), "\xff");
    refused(before().code("11").number(0, 7).code("0").code("1"), "\xff");
  });

  test("a lone code length symbol is incomplete", () => {
    refusedAtOnce(codeLengthHeader(257, 1, (symbol) => (symbol === 1 ? 1 : 0)));
  });

  test("over-subscribed and incomplete codes", () => {
    refusedAtOnce(codeLengthHeader(257, 1, (symbol) => (symbol < 3 ? 1 : 0)));
    refusedAtOnce(codeLengthHeader(257, 1, (symbol) => (symbol < 3 ? 2 : 0)));
  });

  test("no code length symbol at all: every length is zero, one bit each", () => {
    refused(codeLengthHeader(257, 1, () => 0).number(0, 258));
    const short = codeLengthHeader(257, 1, () => 0).number(0, 200);
    ask(Buffer.concat([Buffer.of(0x78, 0x9c), short.bytes()]), "frame-truncated");
  });
});
