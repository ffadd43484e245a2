import type { DepthChannel, DepthSink, FrameBody, Inflate } from "@depthwire/core";
import type { LevelKeeper } from "../book/level-keeper.js";
import { BoundedInflate } from "../inflate/bounded.js";
import { TextScanner } from "../plain/scanner.js";
import { WasmMachine } from "../wasm/machine.js";
import { WasmScanner } from "../wasm/scanner.js";

/** Finds the depth channel of a message and decodes the message, without a string or an object. One a shard. */
export interface DepthScanner {
  /** Holds the latest message that was scanned. */
  readonly sink: DepthSink;
  /** Keeps levels where updates in the sink are applied fastest. */
  readonly levels: LevelKeeper;
  /** Messages of this channel are known from now on. */
  add(channel: DepthChannel): void;
  /** Its messages are unknown from now on. Of no effect when another one took its topic. */
  remove(channel: DepthChannel): void;
  /**
   * Scans a depth message into the sink. Returns its channel; or undefined for whatever it does not know, right or wrong:
   * then the sink means nothing and the general path decides.
   */
  scan(body: FrameBody): DepthChannel | undefined;
}

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
