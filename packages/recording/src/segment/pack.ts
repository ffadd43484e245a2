import { Packr, RESET_BUFFER_MODE, Unpackr } from "../../vendor/msgpackr.js";

/** What a packed list may hold. */
export type PackedValue = string | number | boolean | Uint8Array | readonly PackedValue[];

/** MessagePack without extensions of its own: lists, texts, numbers, flags and bytes, as any other reader knows them. */
export interface Packing {
  /** The bytes are valid until anything is packed next: their memory is used again. */
  pack(values: readonly PackedValue[]): Uint8Array;
  /** Bytes in the result point into `bytes`. @throws Error of any kind when `bytes[start, end)` is not MessagePack */
  unpack(bytes: Uint8Array, start: number, end: number): unknown;
}

/** The only file that knows which library packs. It is bundled here, without its optional native part, which runs a script when it is installed. */
export function createPacking(): Packing {
  const packr = new Packr({ useRecords: false });
  const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: false });
  return {
    pack: (values) => packr.pack(values, RESET_BUFFER_MODE),
    unpack: (bytes, start, end) => unpackr.unpack(bytes, { start, end }) as unknown,
  };
}
