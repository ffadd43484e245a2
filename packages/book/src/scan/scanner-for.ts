import type { Inflate } from "@depthwire/core";
import { BoundedInflate } from "../inflate/bounded.js";
import { TextScanner } from "../plain/scanner.js";
import { WasmMachine } from "../wasm/machine.js";
import { WasmScanner } from "../wasm/scanner.js";
import type { DepthScanner } from "./depth-scanner.js";

/**
 * The fastest scanner for texts that come out of `inflate`: in the memory of the WebAssembly module where that is the
 * inflater, else core's.
 *
 * @param capacity most levels in one list of a message
 */
export function scannerFor(inflate: Inflate, capacity: number): DepthScanner {
  const machine = inflate instanceof BoundedInflate ? inflate.machine : undefined;
  return machine instanceof WasmMachine && capacity <= machine.sinkCapacity
    ? new WasmScanner(machine)
    : new TextScanner(capacity);
}
