import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import { BoundedInflate, copiedSurroundings, type InflateMachine } from "./bounded.js";
import { decodeBase64 } from "./decode-base64.js";
import { wasmModuleBase64 } from "./wasm-module.gen.js";

/** What the module of `assembly/inflate.ts` exports. */
interface InflateExports {
  readonly memory: WebAssembly.Memory;
  reserve(sourceCapacity: number, textCapacity: number): number;
  sourceAddress(): number;
  textAddress(): number;
  inflate(start: number, end: number, maxInflatedBytes: number): number;
  countTrailingBytes(): number;
}

/**
 * Inflates with a small WebAssembly module: its own tables and memory, made once to fit `limits` and used again for
 * every frame; nothing is allocated for a frame that is accepted. As strict as node:zlib, which also refuses streams
 * with a preset dictionary; and bytes after the stream, a second gzip member among them, are refused.
 * What `limits` do not allow is refused, also where a call would allow more.
 *
 * @throws whatever the host throws where it bars WebAssembly: {@link createInflate} then takes the pure one
 * @spec document 1, Push, Frames; field note 3
 */
export function createWasmInflate(limits: FrameLimits = defaultFrameLimits): Inflate {
  return new BoundedInflate(createMachine(limits), limits);
}

function createMachine({ maxFrameBytes, maxInflatedBytes }: FrameLimits): InflateMachine {
  const module = new WebAssembly.Module(decodeBase64(wasmModuleBase64));
  const exports = new WebAssembly.Instance(module).exports as unknown as InflateExports;
  const sourceCapacity = maxFrameBytes + copiedSurroundings;
  if (exports.reserve(sourceCapacity, maxInflatedBytes) !== 1) throw new RangeError("no memory for the inflater");
  // The memory does not grow any more, so views of it stay valid.
  const { buffer } = exports.memory;
  return {
    source: new Uint8Array(buffer, exports.sourceAddress(), sourceCapacity),
    text: new Uint8Array(buffer, exports.textAddress(), maxInflatedBytes),
    inflate: exports.inflate,
    countTrailingBytes: exports.countTrailingBytes,
  };
}
