/** A constant that the module exports. */
interface ExportedNumber {
  readonly value: number;
}

/** What the module of `assembly/module.ts` exports; constants are addresses in its memory, and sizes. */
export interface WasmExports {
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
  reserveLevels(bytes: number): number;
  updateLevels(
    askKeys: number,
    askCapacity: number,
    askLength: number,
    bidKeys: number,
    bidCapacity: number,
    bidLength: number,
    order: number,
  ): number;
  readonly updateResult: ExportedNumber;
}
