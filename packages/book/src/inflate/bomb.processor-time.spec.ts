import zlib from "node:zlib";
import { expect, test } from "vitest";
import { createPureInflate } from "../plain/inflate.js";
import { createWasmInflate } from "../wasm/inflate.js";

const bomb = zlib.deflateSync(Buffer.alloc(100 << 20));

test.each([
  ["wasm", createWasmInflate],
  ["pure", createPureInflate],
])("%s refuses a bomb at once", (_, create) => {
  const inflate = create();
  const tooLarge = expect.objectContaining({ code: "frame-too-large" });
  const spentMs = Array.from({ length: 3 }, () => {
    // Processor time, and the best of three: the machine may have other things to do.
    const before = process.cpuUsage();
    expect(() => inflate.inflate(bomb, 0, bomb.length, 1 << 24)).toThrow(tooLarge);
    return process.cpuUsage(before).user / 1_000;
  });
  expect(Math.min(...spentMs)).toBeLessThan(250);
});
