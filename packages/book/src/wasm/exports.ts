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
  readonly recordChunks: ExportedNumber;
  addChannel(record: number): void;
  removeChannel(record: number): void;
  scanDepth(start: number, end: number, owner: number, receivedAtMs: number): number;
  readonly sinkCapacity: ExportedNumber;
  readonly prices: ExportedNumber;
  readonly quantities: ExportedNumber;
  readonly counts: ExportedNumber;
  readonly messageNumbers: ExportedNumber;
  reserveLevels(bytes: number): number;
  placeText(address: number): void;
  loadLevels(record: number): number;
  updateLevels(record: number, order: number): number;
  readonly updateResult: ExportedNumber;
}
