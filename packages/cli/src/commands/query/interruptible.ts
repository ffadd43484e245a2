import type { DuckDBConnection } from "@duckdb/node-api";

/** An interruption between two steps of a query is forgotten, so it is repeated. */
const repeatMs = 50;
/** Some steps cannot be interrupted: nobody waits longer for their end. */
const patienceMs = 1_000;

/** Waits for what a connection does; the signal interrupts it. @throws what `signal` was aborted with, where it does not end by itself then */
export async function interruptible<Value>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: Promise<Value>,
): Promise<Value> {
  let repeat: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const givenUp = new Promise<never>((_, reject) => {
    onAbort = () => {
      connection.interrupt();
      repeat = setInterval(() => connection.interrupt(), repeatMs);
      patience = setTimeout(() => reject(signal.reason), patienceMs);
    };
  });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) {
    onAbort();
  }
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    clearInterval(repeat);
    clearTimeout(patience);
    signal.removeEventListener("abort", onAbort);
  }
}
