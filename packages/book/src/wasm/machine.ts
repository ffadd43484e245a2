import type { FrameLimits } from "@depthwire/core";
import { type DepthColumns, depthSectionCount } from "@depthwire/core/internal";
import { copiedSurroundings, type InflateMachine } from "../inflate/bounded.js";
import type { WasmExports } from "./exports.js";
import { recordWords, type ScanMachine } from "./scan-machine.js";

/** Words of the result of an update. */
const resultWords = 4;

/**
 * One instance of the WebAssembly module with views of its memory. The memory grows with the books that are kept in it;
 * that ends all views, so nobody keeps one over a call of {@link WasmMachine.reserveLevels}.
 */
export class WasmMachine implements InflateMachine, ScanMachine {
  source!: Uint8Array;
  text!: Uint8Array;
  records!: Uint32Array;
  prices!: Float64Array;
  quantities!: Float64Array;
  counts!: Int32Array;
  numbers!: Float64Array;
  /** Levels of the asks, of the bids, rows of unknown price, rows of a repeated price: of the latest update. */
  updateResult!: Uint32Array;
  readonly sinkCapacity: number;
  readonly inflate: WasmExports["inflate"];
  readonly countTrailingBytes: WasmExports["countTrailingBytes"];
  readonly addChannel: WasmExports["addChannel"];
  readonly removeChannel: WasmExports["removeChannel"];
  readonly scanDepth: WasmExports["scanDepth"];
  readonly updateLevels: WasmExports["updateLevels"];
  readonly #exports: WasmExports;
  readonly #limits: FrameLimits;
  readonly #movedColumns: ((columns: DepthColumns) => void)[] = [];

  /** @throws whatever the host throws where it has no memory left */
  constructor(module: WebAssembly.Module, limits: FrameLimits) {
    const exports = new WebAssembly.Instance(module).exports as unknown as WasmExports;
    const sourceCapacity = limits.maxFrameBytes + copiedSurroundings;
    if (exports.reserve(sourceCapacity, limits.maxInflatedBytes) !== 1) {
      throw new RangeError("no memory for the inflater");
    }
    this.sinkCapacity = exports.sinkCapacity.value;
    this.inflate = exports.inflate;
    this.countTrailingBytes = exports.countTrailingBytes;
    this.addChannel = exports.addChannel;
    this.removeChannel = exports.removeChannel;
    this.scanDepth = exports.scanDepth;
    this.updateLevels = exports.updateLevels;
    this.#exports = exports;
    this.#limits = limits;
    this.#makeViews();
  }

  /** The module's memory as it is now. */
  get buffer(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  /** Calls back with the sink's columns whenever the memory has grown. */
  onMoved(moved: (columns: DepthColumns) => void): void {
    this.#movedColumns.push(moved);
  }

  /** Address of memory for levels, a multiple of 8; undefined when the host has none left. */
  reserveLevels(bytes: number): number | undefined {
    const { memory, reserveLevels } = this.#exports;
    const former = memory.buffer;
    // An address above 2 GiB comes as a negative number.
    const address = reserveLevels(bytes) >>> 0;
    if (memory.buffer !== former) {
      this.#makeViews();
      for (const moved of this.#movedColumns) {
        moved(this);
      }
    }
    return address === 0 ? undefined : address;
  }

  #makeViews(): void {
    const { buffer } = this;
    const exports = this.#exports;
    const sinkLevels = this.sinkCapacity * depthSectionCount;
    this.source = new Uint8Array(buffer, exports.sourceAddress(), this.#limits.maxFrameBytes + copiedSurroundings);
    this.text = new Uint8Array(buffer, exports.textAddress(), this.#limits.maxInflatedBytes);
    this.records = new Uint32Array(buffer, exports.records.value, exports.recordCount.value * recordWords);
    this.prices = new Float64Array(buffer, exports.prices.value, sinkLevels);
    this.quantities = new Float64Array(buffer, exports.quantities.value, sinkLevels);
    this.counts = new Int32Array(buffer, exports.counts.value, depthSectionCount);
    this.numbers = new Float64Array(buffer, exports.messageNumbers.value, 2);
    this.updateResult = new Uint32Array(buffer, exports.updateResult.value, resultWords);
  }
}
