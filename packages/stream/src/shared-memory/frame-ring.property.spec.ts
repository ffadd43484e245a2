import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameBatchWriter, takeBatch } from "./frame-batch.js";
import { createFrameRing, FrameRingReader, FrameRingWriter } from "./frame-ring.js";

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("push" as const), bytes: fc.nat(1_500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("take" as const), max: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush" as const) }) },
);

const numbered = (number: number, bytes: number) => new Uint8Array(bytes).fill(number & 0xff);
const told = (frame: Uint8Array) => `${frame.length}:${[...new Set(frame)].join()}`;

describe("a frame ring", () => {
  test("gives out what it took, in order, however often it wraps", () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const memory = createFrameRing({ bytes: 4_096 });
        const writer = new FrameRingWriter(memory, () => {});
        const reader = new FrameRingReader(memory);
        const pushed: string[] = [];
        const taken: string[] = [];
        const take = (max: number) => reader.take(max, (frame) => taken.push(told(frame)));
        for (const [index, move] of steps.entries()) {
          if (move.kind === "push") {
            const frame = numbered(index, move.bytes);
            if (writer.push(frame)) {
              pushed.push(told(frame));
            }
          } else if (move.kind === "take") {
            expect(take(move.max)).toBeLessThanOrEqual(move.max);
          } else {
            writer.flush();
          }
        }
        writer.flush();
        take(Number.POSITIVE_INFINITY);
        expect(taken).toEqual(pushed);
      }),
    ));

  test("has room again for the largest frame once all was taken", () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), (bytes) => {
        const memory = createFrameRing({ bytes: 4_096 });
        const writer = new FrameRingWriter(memory, () => {});
        const reader = new FrameRingReader(memory);
        writer.push(numbered(1, bytes));
        writer.flush();
        reader.take(1, () => {});
        expect(writer.push(numbered(2, 2_040))).toBe(true);
      }),
    ));
});

describe("frame batches", () => {
  test("carry what was taken, in order", () =>
    fc.assert(
      fc.property(fc.array(fc.nat(70_000), { maxLength: 60 }), (sizes) => {
        const taken: string[] = [];
        const pushed: string[] = [];
        const writer = new FrameBatchWriter((batch) => {
          takeBatch(structuredClone(batch, { transfer: [batch] }), (frame) => taken.push(told(frame)));
          writer.read();
        });
        for (const [index, bytes] of sizes.entries()) {
          const frame = numbered(index, bytes);
          if (writer.push(frame)) {
            pushed.push(told(frame));
          }
        }
        writer.flush();
        expect(taken).toEqual(pushed);
        expect(pushed).toHaveLength(sizes.length);
      }),
    ));
});
