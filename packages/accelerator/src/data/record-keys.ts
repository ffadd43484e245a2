/** Kinds of records; the first byte of their keys. */
export const recordKinds = {
  description: 0,
  /** How many batches were written. */
  head: 1,
  setting: 2,
  intents: 3,
  delivered: 4,
  events: 5,
  fills: 6,
  answers: 7,
} as const;

/** A kind of records. */
export type RecordKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const keyLength = 9;

/** Keys of a kind are ordered like their numbers: one byte for the kind, eight for the number. */
export function keyOf(kind: RecordKind, number: number): Uint8Array {
  const key = new Uint8Array(keyLength);
  const view = new DataView(key.buffer);
  view.setUint8(0, kind);
  view.setBigUint64(1, BigInt(number));
  return key;
}

/** The number in a key. */
export function numberOf(key: Uint8Array): number {
  return Number(new DataView(key.buffer, key.byteOffset, key.byteLength).getBigUint64(1));
}
