import { bytesPerLevel } from "../book/level-columns.js";
import type { WasmMachine } from "./machine.js";

/** Levels of the smallest block, a side. */
const minCapacity = 32;

/** Blocks of levels in the memory of the WebAssembly module, by powers of two. What is given back is used again. */
export class WasmBlocks {
  readonly #machine: WasmMachine;
  /** Addresses of released blocks, by their capacity. */
  readonly #free = new Map<number, number[]>();

  constructor(machine: WasmMachine) {
    this.#machine = machine;
  }

  /** The capacity of the smallest block for so many levels a side. */
  capacityFor(levels: number): number {
    return 2 ** Math.ceil(Math.log2(Math.max(levels, minCapacity)));
  }

  /** Address of a block; 0 when the host has no memory left. */
  take(capacity: number): number {
    return this.#free.get(capacity)?.pop() ?? this.#machine.reserve(capacity * bytesPerLevel);
  }

  /** A block is of no use any more. */
  release(capacity: number, address: number): void {
    const free = this.#free.get(capacity);
    if (free === undefined) {
      this.#free.set(capacity, [address]);
    } else {
      free.push(address);
    }
  }
}
