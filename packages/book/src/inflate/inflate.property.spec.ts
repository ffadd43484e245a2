import zlib from "node:zlib";
import { randomInteger, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { gzipSync, zlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createPureInflate } from "../plain/inflate.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { fflateTextOf, nodeOutcomeOf, type Outcome, outcomeOf, showOutcome } from "./outcome.spec-kit.js";

// Both inflaters against node:zlib: the same text where it accepts, the same kind of refusal where it refuses. fflate, which shares no
// code with zlib, gives that text too, and makes streams of its own.
// INFLATE_FRAMES=200 damages a larger corpus, INFLATE_RUNS=1000000 makes the random tests longer, FC_SEED=<n> explores.

const maxInflatedBytes = 1 << 20;
const limits = { maxFrameBytes: 1 << 22, maxInflatedBytes };
const inflaters = { wasm: createWasmInflate(limits), pure: createPureInflate(limits) };
const frames = Number(process.env["INFLATE_FRAMES"] ?? 10);
const numRuns = Number(process.env["INFLATE_RUNS"] ?? 1_000);
const timeout = 60_000 + frames * 5_000 + numRuns * 5;

/** Bytes after a gzip stream are another member for node:zlib, and mostly a damaged one. */
function isGzipWithTrailingBytes(source: Uint8Array): boolean {
  const lengths = Array.from(source.keys()).slice(18);
  const isWhole = (length: number): boolean =>
    typeof nodeOutcomeOf(source.subarray(0, length), maxInflatedBytes) === "object";
  return source[0] === 0x1f && lengths.some(isWhole);
}

/** Fails unless both inflaters say what node:zlib says, and fflate gives the same text; returns what they say. */
function agree(source: Uint8Array): Outcome {
  const expected = nodeOutcomeOf(source, maxInflatedBytes);
  for (const [name, inflate] of Object.entries(inflaters)) {
    const outcome = outcomeOf(inflate, source, maxInflatedBytes);
    if (typeof outcome === "object" && typeof expected === "object" && outcome.equals(expected)) {
      continue;
    }
    if (typeof outcome === "string" && outcome === expected) {
      continue;
    }
    if (outcome === "frame-trailing-bytes" && isGzipWithTrailingBytes(source)) {
      continue;
    }
    const hex = Buffer.from(source).toString("hex").slice(0, 4_000);
    expect.fail(`${name}: ${showOutcome(outcome)}, node:zlib: ${showOutcome(expected)}, source: ${hex}`);
  }
  if (typeof expected === "object" && !fflateTextOf(source).equals(expected)) {
    expect.fail(`fflate gives another text than node:zlib of ${Buffer.from(source).toString("hex").slice(0, 4_000)}`);
  }
  return expected;
}

/** A text like a depth update, with any number of levels. */
function depthText(random: () => number, levels: number): string {
  const row = (): string => `["${(random() * 10).toFixed(3)}","${(47_000 + random() * 100).toFixed(1)}"]`;
  const rows = Array.from({ length: levels }, row).join(",");
  const seq = randomInteger(random, 1, 1e6);
  return `{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","seq":${seq},"add":{"asks":[${rows}],"bids":null}}}`;
}

/** Compressed depth texts, zlib and gzip in turn, over levels and strategies. */
function corpus(): readonly Buffer[] {
  const random = seededRandom(20_261_121);
  const strategies = [zlib.constants.Z_FIXED, zlib.constants.Z_HUFFMAN_ONLY, zlib.constants.Z_RLE];
  return Array.from({ length: frames }, (_, index) => {
    const text = depthText(random, randomInteger(random, 1, 14));
    const strategy = strategies[index % 9] ?? zlib.constants.Z_DEFAULT_STRATEGY;
    const options = { level: index % 10, strategy };
    return index % 2 === 0 ? zlib.deflateSync(text, options) : zlib.gzipSync(text, options);
  });
}

/** A recipe for a stretch of text, small when printed. */
const stretch = fc.record({
  kind: fc.constantFrom("noise", "run", "depth", "far copy"),
  seed: fc.integer({ min: 0, max: 1e6 }),
  length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60_000 })),
});
type Stretch = typeof stretch extends fc.Arbitrary<infer Value> ? Value : never;

function appendStretch(text: Buffer, { kind, seed, length }: Stretch): Buffer {
  const random = seededRandom(seed);
  if (kind === "run") {
    return Buffer.concat([text, Buffer.alloc(length, seed)]);
  }
  if (kind === "depth") {
    return Buffer.concat([text, Buffer.from(depthText(random, Math.ceil(length / 20)))]);
  }
  // The window of 32 KiB, to the byte.
  if (kind === "far copy") {
    return Buffer.concat([text, text.subarray(-32_768 - (seed % 2)).subarray(0, length)]);
  }
  return Buffer.concat([text, Buffer.from(Array.from({ length }, () => randomInteger(random, 0, 255)))]);
}

const text = fc.array(stretch, { maxLength: 8 });
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
  strategy: fc.integer({ min: 0, max: 4 }),
  windowBits: fc.integer({ min: 9, max: 15 }),
});
const format = fc.constantFrom("zlib", "gzip");

function compress(bytes: Buffer, format: string, options: zlib.ZlibOptions): Buffer {
  return format === "zlib" ? zlib.deflateSync(bytes, options) : zlib.gzipSync(bytes, options);
}

describe("inflaters against node:zlib", () => {
  test("good streams of every level, strategy and window", { timeout }, () => {
    fc.assert(
      fc.property(text, format, options, (recipe, format, options) => {
        const bytes = recipe.reduce(appendStretch, Buffer.alloc(0));
        const outcome = agree(compress(bytes, format, options));
        expect(typeof outcome === "string" ? outcome : outcome.equals(bytes)).toBe(true);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test("good streams that fflate made", { timeout }, () => {
    const level = fc.constantFrom(0, 1, 3, 6, 9);
    fc.assert(
      fc.property(text, format, level, (recipe, format, level) => {
        const bytes = recipe.reduce(appendStretch, Buffer.alloc(0));
        const outcome = agree(format === "zlib" ? zlibSync(bytes, { level }) : gzipSync(bytes, { level, mtime: 0 }));
        expect(typeof outcome === "string" ? outcome : outcome.equals(bytes)).toBe(true);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test("every truncation is told from damage", { timeout }, () => {
    for (const frame of corpus()) {
      for (let length = 0; length < frame.length; length++) {
        expect(agree(frame.subarray(0, length))).toBe("frame-truncated");
      }
    }
  });

  test("every byte after the end is refused", { timeout }, () => {
    for (const frame of corpus()) {
      for (let byte = 0; byte < 256; byte++) {
        const source = Buffer.concat([frame, Buffer.of(byte)]);
        for (const inflate of Object.values(inflaters)) {
          expect(outcomeOf(inflate, source, maxInflatedBytes)).toBe("frame-trailing-bytes");
        }
      }
    }
  });

  test("every single-bit flip", { timeout }, () => {
    let refused = 0;
    for (const frame of corpus()) {
      const source = Buffer.from(frame);
      for (let bit = 0; bit < source.length * 8; bit++) {
        source[bit >> 3] = (source[bit >> 3] as number) ^ (1 << (bit & 7));
        if (typeof agree(source) === "string") {
          refused++;
        }
        source[bit >> 3] = (source[bit >> 3] as number) ^ (1 << (bit & 7));
      }
    }
    expect(refused).toBeGreaterThan(frames * 500);
  });

  test("random bytes, mostly behind a good header", { timeout }, () => {
    const headers = ["789c", "7801", "0810", "1f8b0800000000000003", "1f8b081f00000000", ""];
    // The first bits of a block, so that dynamic ones with plausible counts are not one in thousands.
    const blocks = ["", "05c0", "edc1", "65cb", "4bcc", "fbff"];
    const start = fc
      .tuple(fc.constantFrom(...headers), fc.constantFrom(...blocks))
      .map(([header, block]) => Buffer.from(header + block, "hex"));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        agree(Buffer.concat([start, rest]));
      }),
      { numRuns },
    );
  });

  test("good streams with bytes changed, removed and repeated", { timeout }, () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      removed: fc.integer({ min: 0, max: 3 }),
      added: fc.uint8Array({ maxLength: 3 }),
    });
    const levels = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.integer(), levels, format, options, fc.array(damage, { maxLength: 3 }), (seed, levels, ...how) => {
        const [format, options, damages] = how;
        let source = compress(Buffer.from(depthText(seededRandom(seed), levels)), format, options);
        for (const { at, removed, added } of damages) {
          const from = Math.floor(at * source.length);
          source = Buffer.concat([source.subarray(0, from), added, source.subarray(from + removed)]);
        }
        agree(source);
      }),
      { numRuns },
    );
  });
});
