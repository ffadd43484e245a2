import type { Inflate } from "@depthwire/core";
import { BoundedInflate } from "../inflate/bounded.js";
import { TextScanner } from "../plain/scanner.js";
import type { DepthScanner } from "./depth-scanner.js";

/**
 * The fastest scanner for texts that come out of `inflate`: the one that it brings, in the memory of the WebAssembly
 * module, else core's. Code without that module stays without it.
 *
 * @param capacity most levels in one list of a message
 */
export function scannerFor(inflate: Inflate, capacity: number): DepthScanner {
  const own = inflate instanceof BoundedInflate ? inflate.createScanner(capacity) : undefined;
  return own ?? new TextScanner(capacity);
}
