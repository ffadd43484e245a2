import type { DeliveredFact, DeliveredStore } from "@depthwire/account";
import type { Clock } from "@depthwire/core";
import type { DeliveredList, DeliveredRecord } from "./delivered-list.js";
import type { WritableLog } from "./writable-log.js";

/** A delivered store over a log. @param list what the log's earlier records say; it follows what is written */
export function deliveredInLog(
  list: DeliveredList,
  log: WritableLog<DeliveredRecord>,
  clock: Pick<Clock, "epochMs">,
): DeliveredStore {
  return {
    get history() {
      return list.history;
    },
    begin: async (beginning) => {
      log.append({ beginning });
      await log.durable();
      list.apply({ beginning });
    },
    delivered: async (fact) => {
      if (!list.wants(fact)) {
        return;
      }
      const record = { fact: withoutPrevious(fact), atMs: clock.epochMs() };
      log.append(record);
      // An order's record that is lost is asked for again; a fill would come twice.
      if (fact.kind !== "order") {
        await log.durable();
      }
      list.apply(record);
    },
  };
}

function withoutPrevious(fact: DeliveredFact): DeliveredFact {
  return fact.kind === "order" ? { ...fact, previous: undefined } : fact;
}
