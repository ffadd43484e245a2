/** Dropping is done in batches of this part of what is kept, so that it costs nothing per record. */
const batchPart = 16;

/** Drops the oldest entries of a list that is in order of arrival when there are too many. */
export function keepLatest(records: unknown[], kept: number): void {
  const tooMany = records.length - kept;
  if (tooMany > Math.ceil(kept / batchPart)) {
    records.splice(0, tooMany);
  }
}
