import type { FrameLimits } from "@depthwire/core";
import { type DepthColumns, depthSectionCount } from "@depthwire/core/internal";
import { copiedSurroundings, type InflateMachine } from "../inflate/bounded.js";
import { tooLarge } from "../inflate/status.js";
import type { WasmExports } from "./exports.js";
import type { ScanMachine } from "./scan-machine.js";

/** Words of the result of an update. */
const resultWords = 3;
/** Room for a text to begin with: full messages of 1,000 levels take a quarter of it. The first longer one makes room for all that is allowed. */
const usualTextBytes = 262_144;
/** More than what is written behind a text at most, see `assembly/memory.ts`, and to a multiple of 128. */
const textPadding = 1_024;

/** A whole memory, in two ways. Not to be kept: growth ends views. */
export interface ModuleMemory {
  readonly numbers: Float64Array;
  readonly words: Uint32Array;
}

/**
 * One instance of the WebAssembly module with views of its memory. The memory grows with the books that are kept in it;
 * that ends all views, so nobody keeps one over a call of {@link WasmMachine.reserve} or of {@link WasmMachine.inflate}.
 */
export class WasmMachine implements InflateMachine, ScanMachine, ModuleMemory {
  source!: Uint8Array;
  text!: Uint8Array;
  numbers!: Float64Array;
  words!: Uint32Array;
  prices!: Float64Array;
  quantities!: Float64Array;
  counts!: Int32Array;
  messageNumbers!: Float64Array;
  /** Rows of unknown price, rows of a repeated price, and the owner's number of the book: of the latest update. */
  updateResult!: Uint32Array;
  readonly sinkCapacity: number;
  readonly recordChunks: number;
  readonly countTrailingBytes: WasmExports["countTrailingBytes"];
  readonly addChannel: WasmExports["addChannel"];
  readonly removeChannel: WasmExports["removeChannel"];
  readonly scanDepth: WasmExports["scanDepth"];
  readonly updateLevels: WasmExports["updateLevels"];
  readonly loadLevels: WasmExports["loadLevels"];
  readonly #exports: WasmExports;
  readonly #inflate: WasmExports["inflate"];
  readonly #limits: FrameLimits;
  readonly #movedColumns: ((columns: DepthColumns) => void)[] = [];
  #textCapacity: number;

  /** @throws whatever the host throws where it has no memory left */
  constructor(module: WebAssembly.Module, limits: FrameLimits) {
    const exports = new WebAssembly.Instance(module).exports as unknown as WasmExports;
    this.#textCapacity = Math.min(limits.maxInflatedBytes, usualTextBytes);
    const sourceCapacity = limits.maxFrameBytes + copiedSurroundings;
    if (exports.reserve(sourceCapacity, this.#textCapacity) !== 1) {
      throw new RangeError("no memory for the inflater");
    }
    this.sinkCapacity = exports.sinkCapacity.value;
    this.recordChunks = exports.recordChunks.value;
    this.countTrailingBytes = exports.countTrailingBytes;
    this.addChannel = exports.addChannel;
    this.removeChannel = exports.removeChannel;
    this.scanDepth = exports.scanDepth;
    this.updateLevels = exports.updateLevels;
    this.loadLevels = exports.loadLevels;
    this.#exports = exports;
    this.#inflate = exports.inflate;
    this.#limits = limits;
    this.#makeViews();
  }

  /** {@inheritDoc InflateMachine.inflate} */
  inflate(start: number, end: number, maxInflatedBytes: number): number {
    const result = this.#inflate(start, end, Math.min(maxInflatedBytes, this.#textCapacity));
    return result === tooLarge && maxInflatedBytes > this.#textCapacity
      ? this.#inflateLongText(start, end, maxInflatedBytes)
      : result;
  }

  /** Calls back with the sink's columns whenever the memory has grown. */
  onMoved(moved: (columns: DepthColumns) => void): void {
    this.#movedColumns.push(moved);
  }

  /** Address of so many more bytes, all zero, both multiples of 128; 0 when the host has none left. */
  reserve(bytes: number): number {
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
    return address;
  }

  #inflateLongText(start: number, end: number, maxInflatedBytes: number): number {
    const capacity = this.#limits.maxInflatedBytes;
    const address = this.reserve((capacity + textPadding) & ~127);
    if (address === 0) {
      return tooLarge;
    }
    this.#exports.placeText(address);
    this.#textCapacity = capacity;
    this.#makeViews();
    return this.#inflate(start, end, maxInflatedBytes);
  }

  #makeViews(): void {
    const exports = this.#exports;
    const { buffer } = exports.memory;
    const sinkLevels = this.sinkCapacity * depthSectionCount;
    this.numbers = new Float64Array(buffer);
    this.words = new Uint32Array(buffer);
    this.source = new Uint8Array(buffer, exports.sourceAddress(), this.#limits.maxFrameBytes + copiedSurroundings);
    this.text = new Uint8Array(buffer, exports.textAddress(), this.#textCapacity);
    this.prices = new Float64Array(buffer, exports.prices.value, sinkLevels);
    this.quantities = new Float64Array(buffer, exports.quantities.value, sinkLevels);
    this.counts = new Int32Array(buffer, exports.counts.value, depthSectionCount);
    this.messageNumbers = new Float64Array(buffer, exports.messageNumbers.value, 2);
    this.updateResult = new Uint32Array(buffer, exports.updateResult.value, resultWords);
  }
}
