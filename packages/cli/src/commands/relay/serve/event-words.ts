import type { RelayInstanceEvent } from "@depthwire/relay";

const lossWords: Readonly<Record<string, string>> = {
  "ran-out": "its lease ran out before it could be renewed",
  taken: "another one took it",
  "newer-term": "another one owns it under a newer term",
};

const handOverWords = { done: "is handed over to", failed: "was not taken by" } as const;

const storeNames = { leases: "The lease store", shared: "The store of the plan" } as const;

/** What happened, for people; undefined for what only says what the next line says too. */
export function eventWords(event: RelayInstanceEvent): string | undefined {
  switch (event.kind) {
    case "owned":
      return undefined;
    case "lost":
      return event.cause in lossWords ? `lost ${event.shard}: ${lossWords[event.cause]}` : undefined;
    case "store-unsafe":
      return `The lease store gave one lease to several in ${event.unsafeRounds} of ${event.rounds} rounds: two may own a shard at times, which costs connections and no right book`;
    case "publishing-on":
      return `${event.shard} is published on: the lease store is away for everybody`;
    case "lease-unreadable":
      return `What stands in the store under the key ${event.key} is no lease: nobody takes ${event.shard}. Find out who writes there, then delete the key; relay doctor looks at all of them`;
    case "store-failed":
      return `${storeNames[event.store]} does not answer: ${messageOf(event.error)}`;
    case "store-answers":
      return `${storeNames[event.store]} answers again`;
    case "venue-time-failed":
      return `The venue does not tell its time, and nothing is taken before: ${messageOf(event.error)}`;
    case "hand-over":
      return event.step === "begun" ? undefined : `${event.shard} ${handOverWords[event.step]} ${event.to}`;
    case "joined":
      return `${event.instance} takes part`;
    case "left":
      return `${event.instance} takes part no longer`;
    case "venue-differs":
      return event.part === "stays"
        ? `${event.instance} wanted to publish another venue under this name, and owns nothing`
        : undefined;
    case "lease-differs":
      return event.part === "stays"
        ? `${event.instance} wanted to take part with leases of ${event.leaseMs} ms, and owns nothing`
        : undefined;
    case "overtaken":
      return undefined;
    case "plan":
      return `plan ${event.revision}: ${event.pairs} ${event.pairs === 1 ? "pair" : "pairs"} on ${event.instances.join(", ")}`;
    case "plan-unreadable":
      return "What stands in the store is no plan; it is left as it is";
    case "cut-off":
      return "Cut off: its own messages do not come back over the bus. It owns nothing until they do";
    case "cut-off-ended":
      return "Its messages come back over the bus";
  }
}

/** An error in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
