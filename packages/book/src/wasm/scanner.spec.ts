import { createDepthChannel, createFrameBody, encodeUtf8 } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { scannerFor } from "../scan/scanner-for.js";
import { snapshotText, specPair } from "../spec-kit/depth-text.spec-kit.js";
import { createWasmInflate } from "./inflate.js";
import { WasmScanner } from "./scanner.js";

const scales = { priceScale: 2, quantityScale: 2 };

test("channels that no record holds cost none: however many come and go, the others are scanned", () => {
  const scanner = scannerFor(createWasmInflate(), 4096);
  expect(scanner).toBeInstanceOf(WasmScanner);
  const text = encodeUtf8(snapshotText(100));
  const body = Object.assign(createFrameBody(), { bytes: text, start: 0, end: text.length });
  const tooLong = createDepthChannel(specPair, scales, 1, `${specPair}_${"x".repeat(100)}`);
  for (let round = 0; round < 30_000; round++) {
    const channel = createDepthChannel(specPair, scales, 0);
    scanner.add(channel);
    if (round % 1_000 === 0) {
      expect(scanner.scan(body)).toBe(channel);
    }
    scanner.remove(channel);
    scanner.add(tooLong);
    scanner.remove(tooLong);
  }
});

test("all who share an inflater share its scanner: two would write over each other's records", () => {
  const inflate = createWasmInflate();
  expect(scannerFor(inflate, 10)).toBe(scannerFor(inflate, 2_000));
  expect(scannerFor(createWasmInflate(), 10)).not.toBe(scannerFor(inflate, 10));
});
