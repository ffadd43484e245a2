import type { OwnBytes } from "@depthwire/core/internal";
import { wasmModuleHex } from "./module.gen.js";

/** The bytes of the WebAssembly module: what `@depthwire/book/decoder.wasm` holds, for programs that load no file. */
export function decoderBytes(): OwnBytes {
  const bytes = new Uint8Array(wasmModuleHex.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(wasmModuleHex.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}
