import type { LeaseStore, StoredLease } from "@depthwire/relay";
import type { StoreCall, ToTrader } from "./trader-messages.js";

/** The store of leases, which the parent process keeps. */
export function parentStore(): LeaseStore {
  const waiting = new Map<number, (answer: unknown) => void>();
  let lastId = 0;
  process.on("message", (message: ToTrader) => {
    if (message.kind === "stored") {
      waiting.get(message.id)?.(message.answer);
      waiting.delete(message.id);
    }
  });
  const ask = (key: string, write: StoreCall["write"]): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      process.send?.({ kind: "store", id, key, write } satisfies StoreCall);
    });
  return {
    read: async (key) => (await ask(key, undefined)) as StoredLease,
    compareAndSet: async (key, expected, text) =>
      ((await ask(key, { expected, text })) as { revision?: number }).revision,
  };
}
