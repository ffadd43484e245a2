import type { RelayInstanceStatus } from "@depthwire/relay";

/** What keeps an instance from being of use, in words. */
export interface NotReady {
  /** `start` and `end`: its own; `bus`; `leases` and `plan`: the stores of them; `thread`: that which it runs in. */
  readonly what: "start" | "end" | "bus" | "leases" | "plan" | "thread";
  readonly reason: string;
}

const waits = {
  start: { what: "start", reason: "it does not take part yet: the bus or the store of leases has not answered" },
  end: { what: "end", reason: "it ends: what it owns is handed over" },
  bus: { what: "bus", reason: "its own messages do not come back over the bus: it owns nothing until they do" },
  leases: {
    what: "leases",
    reason:
      "the store of leases does not answer: it wins nothing, and what it owns it gives up when the lease is over, unless --on-lease-loss publish lets it go on",
  },
  plan: { what: "plan", reason: "the store of the plan does not answer: nobody who comes gets a part of the shards" },
  thread: { what: "thread", reason: "its thread does not answer" },
} as const satisfies Readonly<Record<NotReady["what"], NotReady>>;

/**
 * Whether an instance is heard by the bus and by the stores. Books that are not live do not count: a venue that is away is no reason to start an owner anew.
 *
 * @param status undefined: it has not begun
 * @returns empty: it is
 */
export function notReady(status: RelayInstanceStatus | undefined): readonly NotReady[] {
  if (status === undefined || status.state === "starting") {
    return [waits.start];
  }
  const { state, stores } = status;
  if (state === "closing" || state === "closed") {
    return [waits.end];
  }
  return [
    ...(state === "cut-off" ? [waits.bus] : []),
    ...(stores.leases === "away" ? [waits.leases] : []),
    ...(stores.shared === "away" ? [waits.plan] : []),
  ];
}

/** For a thread that does not answer. */
export const silentThread: NotReady = waits.thread;
