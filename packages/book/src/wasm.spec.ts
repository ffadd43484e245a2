import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { ProtocolError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { createInflate, createPureInflate } from "./index.js";
import { scannerFor } from "./internal.js";
import { TextScanner } from "./plain/scanner.js";
import { WasmScanner } from "./wasm/scanner.js";
import { createModuleInflate, createWasmInflate, decoderBytes } from "./wasm.js";

const file = readFileSync(new URL("../wasm/decoder.wasm", import.meta.url));
const text = '{"topic":"4BTC_USDT_depth"}'.repeat(30);

describe("the module of the door ./wasm", () => {
  it("has the same bytes as the file decoder.wasm", () => {
    expect(file.equals(decoderBytes())).toBe(true);
  });

  it("inflates, however it was loaded, and refuses what is damaged", async () => {
    const loaded = await WebAssembly.compile(file);
    const source = deflateSync(text);
    for (const inflate of [createModuleInflate(loaded), createWasmInflate(), createInflate(), createPureInflate()]) {
      const length = inflate.inflate(source, 0, source.length, 1 << 20);
      expect(Buffer.from(inflate.output.subarray(0, length)).toString()).toBe(text);
      expect(() => inflate.inflate(source, 0, source.length - 1, 1 << 20)).toThrow(ProtocolError);
    }
  });

  it("brings its own scanner, up to as many levels as its memory has room for", () => {
    const inflate = createWasmInflate();
    expect(scannerFor(inflate, 2_000)).toBeInstanceOf(WasmScanner);
    expect(scannerFor(inflate, 1_000_000)).toBeInstanceOf(TextScanner);
    expect(scannerFor(createPureInflate(), 2_000)).toBeInstanceOf(TextScanner);
  });
});
