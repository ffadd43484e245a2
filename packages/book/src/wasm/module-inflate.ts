import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import { BoundedInflate } from "../inflate/bounded.js";
import { WasmMachine } from "./machine.js";
import { WasmScanner } from "./scanner.js";

/**
 * Inflates with a small WebAssembly module: its own tables and memory, made once to fit `limits` and used again for
 * every frame; nothing is allocated for a frame that is accepted. As strict as node:zlib, which also refuses streams
 * with a preset dictionary; and bytes after the stream, a second gzip member among them, are refused.
 * What `limits` do not allow is refused, also where a call would allow more.
 *
 * @param module of `@depthwire/book/decoder.wasm`, such as `await WebAssembly.compileStreaming(fetch(url))`
 * @throws whatever the host throws where it bars WebAssembly or has no memory left
 * @spec document 1, Push, Frames; field note 3
 */
export function createModuleInflate(module: WebAssembly.Module, limits: FrameLimits = defaultFrameLimits): Inflate {
  const machine = new WasmMachine(module, limits);
  // One for all who share the inflater, as shards of one thread may: its records and the memory's are the same.
  const scanner = new WasmScanner(machine);
  return new BoundedInflate(machine, limits, (capacity) => (capacity <= machine.sinkCapacity ? scanner : undefined));
}
