import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import { createPureInflate } from "../plain/inflate.js";
import { createWasmInflate } from "../wasm/inflate.js";

/**
 * The fastest inflater that this host allows: `createWasmInflate`, or `createPureInflate` where WebAssembly
 * is absent or barred. Both accept and refuse the same.
 */
export function createInflate(limits: FrameLimits = defaultFrameLimits): Inflate {
  try {
    return createWasmInflate(limits);
  } catch {
    // Absent (ReferenceError), barred by a content security policy (CompileError), or short of memory (RangeError).
    return createPureInflate(limits);
  }
}
