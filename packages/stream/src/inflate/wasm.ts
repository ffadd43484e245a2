import { defaultFrameLimits, depthSectionCount, type FrameLimits, type Inflate } from "@depthwire/core";
import { recordWords, type ScanMachine } from "../scan/scan-machine.js";
import { BoundedInflate, copiedSurroundings, type InflateMachine } from "./bounded.js";
import { decodeBase64 } from "./decode-base64.js";
import { wasmModuleBase64 } from "./wasm-module.gen.js";

/** An exported constant. */
interface ExportedNumber {
  readonly value: number;
}

/** What the module of `assembly/module.ts` exports; constants are addresses in its memory, and sizes. */
interface ModuleExports {
  readonly memory: WebAssembly.Memory;
  reserve(sourceCapacity: number, textCapacity: number): number;
  sourceAddress(): number;
  textAddress(): number;
  inflate(start: number, end: number, maxInflatedBytes: number): number;
  countTrailingBytes(): number;
  readonly records: ExportedNumber;
  readonly recordCount: ExportedNumber;
  addChannel(index: number): void;
  removeChannel(index: number): void;
  scanDepth(start: number, end: number): number;
  readonly sinkCapacity: ExportedNumber;
  readonly prices: ExportedNumber;
  readonly quantities: ExportedNumber;
  readonly counts: ExportedNumber;
  readonly messageNumbers: ExportedNumber;
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
  const module = new WebAssembly.Module(decodeBase64(wasmModuleBase64));
  const exports = new WebAssembly.Instance(module).exports as unknown as ModuleExports;
  const machine = createMachine(exports, limits);
  return new BoundedInflate(machine, limits, createScanMachine(exports, machine));
}

function createMachine(exports: ModuleExports, { maxFrameBytes, maxInflatedBytes }: FrameLimits): InflateMachine {
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

function createScanMachine(exports: ModuleExports, { source, text }: InflateMachine): ScanMachine {
  const { buffer } = exports.memory;
  const sinkCapacity = exports.sinkCapacity.value;
  const sinkLevels = sinkCapacity * depthSectionCount;
  return {
    source,
    text,
    records: new Uint32Array(buffer, exports.records.value, exports.recordCount.value * recordWords),
    sinkCapacity,
    prices: new Float64Array(buffer, exports.prices.value, sinkLevels),
    quantities: new Float64Array(buffer, exports.quantities.value, sinkLevels),
    counts: new Int32Array(buffer, exports.counts.value, depthSectionCount),
    numbers: new Float64Array(buffer, exports.messageNumbers.value, 2),
    addChannel: exports.addChannel,
    removeChannel: exports.removeChannel,
    scanDepth: exports.scanDepth,
  };
}
