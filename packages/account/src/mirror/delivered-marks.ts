import type { DeliveredFact, DeliveredStore } from "../ports/delivered-store.js";
import type { AccountEvent } from "./account-event.js";

/**
 * The iterator of a loop whose progress is kept: when the loop asks for the next event, the one before is marked as delivered first. One that the
 * loop was left with, by `break`, an error or the end of the process, is not, and comes again in the next process.
 */
export function markDelivered(
  iterator: AsyncIterator<AccountEvent, undefined, undefined>,
  store: DeliveredStore | undefined,
): AsyncIterator<AccountEvent, undefined, undefined> {
  if (store === undefined) {
    return iterator;
  }
  let unmarked: DeliveredFact | undefined;
  return {
    next: async () => {
      if (unmarked !== undefined) {
        await store.delivered(unmarked);
      }
      const result = await iterator.next();
      unmarked = result.done === true || !isKept(result.value) ? undefined : result.value;
      return result;
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
}

function isKept(event: AccountEvent): event is DeliveredFact {
  return event.kind === "fill" || event.kind === "order" || event.kind === "position-change";
}
