import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import { decoderBytes } from "./module-bytes.js";
import { createModuleInflate } from "./module-inflate.js";

/** Compiled once: each recorded segment that is decoded has an inflater of its own. */
let compiled: WebAssembly.Module | undefined;

/**
 * As `createModuleInflate`, with a module of its own that comes with the code: nothing is loaded.
 *
 * @throws whatever the host throws where it bars WebAssembly: {@link createInflate} then takes the pure one
 */
export function createWasmInflate(limits: FrameLimits = defaultFrameLimits): Inflate {
  compiled ??= new WebAssembly.Module(decoderBytes());
  return createModuleInflate(compiled, limits);
}
