/** Inflating in WebAssembly, for programs that choose how its module is loaded. `createInflate` of the main door takes it by itself, with all its bytes. */
export { createWasmInflate } from "./wasm/inflate.js";
export { decoderBytes } from "./wasm/module-bytes.js";
export { createModuleInflate } from "./wasm/module-inflate.js";
