/**
 * How large the ids are that some records write as integers. `small`: below 2^53, so that a client that reads them as doubles
 * finds its orders. `large`: above it, where such a client goes wrong.
 */
export type IdSize = "small" | "large";

/** Both sizes; the first is the default. */
export const idSizes: readonly IdSize[] = ["small", "large"];

/** Ids above 2^53. */
const largeBase = 11_258_999_068_426_240n;

/** Ids lie above these numbers. @spec field notes 29 and 39 */
const bases: Readonly<Record<IdSize, bigint>> = { small: 17_592_186_044_416n, large: largeBase };

/** The id of an order, plan, deposit or withdrawal as clients see it: text in one record, an integer in another. */
export function entryId(size: IdSize, id: number): string {
  return String(bases[size] + BigInt(id));
}

/** The number behind an {@link entryId} that a client sent; absent when it cannot be one. */
export function readEntryId(size: IdSize, text: string): number | undefined {
  if (!/^[0-9]{1,19}$/.test(text)) {
    return undefined;
  }
  const id = BigInt(text) - bases[size];
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : undefined;
}

/** The id of a fill, change, deal or transfer as clients see it: always text, always above 2^53. @spec field note 39 */
export function recordId(id: number): string {
  return String(largeBase + BigInt(id));
}
