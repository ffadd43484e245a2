/** Kinds of records in a store; the first byte of their keys. */
const kinds = { description: 0, page: 1, chunk: 2, snapshot: 3, records: 4 } as const;

/** Keys sort like their numbers: one byte for the kind, eight for the number, four for the part. */
function keyOf(kind: number, number: number, part?: number): Uint8Array {
  const key = new Uint8Array(part === undefined ? 9 : 13);
  const view = new DataView(key.buffer);
  view.setUint8(0, kind);
  view.setBigUint64(1, BigInt(number));
  if (part !== undefined) {
    view.setUint32(9, part);
  }
  return key;
}

/** Tells what the store is, and with which settings it began. */
export const descriptionKey: Uint8Array = keyOf(kinds.description, 0);

/** Where commands stand that were committed together. @param first the number of the first of them */
export function pageKey(first: number): Uint8Array {
  return keyOf(kinds.page, first);
}

/** The part of a snapshot. @param last the number of the last command that is in it */
export function chunkKey(last: number, part: number): Uint8Array {
  return keyOf(kinds.chunk, last, part);
}

/** Says that a snapshot is whole. @param last the number of the last command that is in it */
export function snapshotKey(last: number): Uint8Array {
  return keyOf(kinds.snapshot, last);
}

/** A full page of finished records. @param log which kind of records @param number the page's number in that log */
export function recordsKey(log: number, number: number): Uint8Array {
  return keyOf(kinds.records, log, number);
}

/** The number in a key. */
export function numberOf(key: Uint8Array): number {
  return Number(new DataView(key.buffer, key.byteOffset, key.byteLength).getBigUint64(1));
}

/** Beyond every number of a kind. */
export const endOfNumbers: number = Number.MAX_SAFE_INTEGER;
