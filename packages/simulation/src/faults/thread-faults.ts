import type { TraderSites } from "../programs/trader-sites.js";
import type { FaultAct, FaultKind, ThreadFaultKind } from "./fault.js";

/** How long each kind lasts at most, in milliseconds. */
export const maxThreadFaultMs: Partial<Record<FaultKind, number>> = {
  "thread-hang": 3_000,
  "slow-thread-messages": 8_000,
};

/** A slow message takes so much longer at most, in milliseconds. */
const maxExtraMs = 1_500;

/** What each kind does to a trader whose books are kept in threads. Which of two threads it is, `size` says. */
export const threadFaultActs: Readonly<Record<ThreadFaultKind, FaultAct<TraderSites>>> = {
  "thread-crash": (traders, { trader, size }) => traders.withThreads(trader)?.room?.at(size)?.finish("Error: a crash"),
  "thread-hang": (traders, { trader, size, forMs }, later) => {
    const room = traders.withThreads(trader)?.room;
    const thread = room?.at(size);
    if (room !== undefined && thread !== undefined) {
      room.hang(thread);
      later(forMs, () => thread.release("hung"));
    }
  },
  "slow-thread-messages": (traders, { trader, size, forMs }, later) => {
    const line = traders.withThreads(trader)?.threadLine;
    if (line !== undefined) {
      line.maxExtraMs = size * maxExtraMs;
      later(forMs, () => {
        line.maxExtraMs = 0;
      });
    }
  },
};
