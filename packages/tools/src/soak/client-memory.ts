/** One collection leaves behind what only the next one finds. */
const collections = 3;
/** What was closed ends its last turns in this time. */
const settleMs = 50;

/**
 * Bytes on the heap that a collection leaves.
 *
 * @throws Error when the process was not started with `--expose-gc`
 */
export async function heapAfterCollection(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("the process that is measured needs --expose-gc");
  await pause(settleMs);
  for (let count = 0; count < collections; count++) gc();
  return process.memoryUsage().heapUsed;
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
