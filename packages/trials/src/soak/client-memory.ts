/** The heap is looked at so often: what one look counted though nobody holds it is gone by the next. The least counts. */
const looks = 3;
/** One collection leaves behind what only the next one finds. */
const collections = 2;
/** What was closed ends its last turns in this time. */
const settleMs = 50;

/**
 * Bytes on the heap that a collection leaves.
 *
 * @throws Error when the process was not started with `--expose-gc`
 */
export async function heapAfterCollection(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) {
    throw new Error("the process that is measured needs --expose-gc");
  }
  let minBytes = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks; look++) {
    await pause(settleMs);
    for (let count = 0; count < collections; count++) {
      gc();
    }
    minBytes = Math.min(minBytes, process.memoryUsage().heapUsed);
  }
  return minBytes;
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
