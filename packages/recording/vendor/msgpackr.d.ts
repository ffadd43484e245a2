/** What this package uses of msgpackr, as its own declarations have it. */
export class Packr {
  constructor(options: { readonly useRecords: false });
  /** The bytes are valid until the next call, with {@link RESET_BUFFER_MODE}. */
  pack(value: unknown, mode: number): Uint8Array;
}

/** Reads what {@link Packr} wrote, and any other MessagePack. */
export class Unpackr {
  constructor(options: { readonly useRecords: false; readonly mapsAsObjects: false });
  /** @throws Error of any kind when the bytes are not MessagePack */
  unpack(bytes: Uint8Array, range: { readonly start: number; readonly end: number }): unknown;
}

/** Packs into the same memory each time. */
export const RESET_BUFFER_MODE: number;
