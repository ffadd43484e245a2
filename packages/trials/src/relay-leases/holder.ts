import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@depthwire/core";
import { openNatsBus, openNatsLeaseStore } from "@depthwire/nats";
import { createNodeClock } from "@depthwire/node";
import type { LeaseStore } from "@depthwire/relay";
import { LeaseKeeper } from "@depthwire/relay/internal";
import { trialOrders, writeNote } from "../nats-cluster/trial-notes.js";
import type { HolderNote, HolderOrders, ToHolder } from "./holder-messages.js";
import { UnconfirmedStore } from "./unconfirmed-store.js";

/** This process is going to be stopped and killed. */
const orders = trialOrders<HolderOrders>();
const actEveryMs = 4;
const tellEveryMs = 40;
const retryMs = 200;
const ticksPerRenewal = 2;

const write = (note: HolderNote): void => writeNote(note);

/** One for all processes of this machine. */
function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** All candidates look at their leases at the same moments: the worst case for a store that checks a revision too early. */
function alignedClock(clock: Clock, everyMs: number): Clock {
  const untilNext = (): number => everyMs - (machineMs() % everyMs);
  return {
    epochMs: () => clock.epochMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => clock.after(delayMs === everyMs ? untilNext() : delayMs, callback),
  };
}

const clock = alignedClock(createNodeClock(), orders.renewEveryMs / ticksPerRenewal);
const facts = { isLive: true, isAnotherLive: false, heardTerm: 0 };

/** One lease that this process wants, and what it did as its holder. */
class Wanted {
  readonly #lease: string;
  readonly #store: LeaseStore;
  #keeper: LeaseKeeper;
  #acted: { readonly term: number; fromMs: number; untilMs: number } | undefined;
  #term = 0;

  constructor(lease: string, store: LeaseStore) {
    this.#lease = lease;
    this.#store = store;
    this.#keeper = this.#want();
  }

  /** Does what only a holder may. The moment is from before the question: it held then, or later. */
  act(): void {
    const atMs = machineMs();
    if (!this.#keeper.holds()) {
      return;
    }
    if (this.#acted?.term !== this.#term) {
      this.tell();
      this.#acted = { term: this.#term, fromMs: atMs, untilMs: atMs };
    }
    this.#acted.untilMs = atMs;
  }

  tell(): void {
    if (this.#acted !== undefined) {
      write({ note: "acted", lease: this.#lease, ...this.#acted });
      this.#acted = undefined;
    }
  }

  /** Others get their turn before it wants the lease again. */
  async giveBack(): Promise<void> {
    if (this.#keeper.holds()) {
      await this.#keeper.end();
      await sleep(orders.leaseMs);
      this.#keeper = this.#want();
    }
  }

  #want(): LeaseKeeper {
    const { name, leaseMs, renewEveryMs, callLimitMs } = orders;
    const keeper = new LeaseKeeper({
      store: this.#store,
      key: this.#lease,
      options: { name, leaseMs, renewEveryMs, callLimitMs },
      clock,
      facts: () => ({ ...facts, venueMs: Date.now() }),
      tell: (news) => {
        if (news.kind === "won") {
          this.#term = news.term;
          write({ note: "won", lease: this.#lease, term: news.term, atMs: machineMs() });
          setImmediate(() => this.act());
        }
      },
    });
    keeper.start();
    return keeper;
  }
}

async function openStore(): Promise<LeaseStore> {
  const { servers, name, bucket, callLimitMs, takeCounts } = orders;
  for (;;) {
    try {
      const bus = await openNatsBus({ servers, name });
      try {
        const store = await openNatsLeaseStore(bus, { bucket, callLimitMs });
        return takeCounts === "confirmed" ? store : new UnconfirmedStore(store);
      } catch (error) {
        await bus.close();
        throw error;
      }
    } catch {
      // Its server is down at the moment.
      await sleep(retryMs);
    }
  }
}

const store = await openStore();
const all = orders.leases.map((lease) => new Wanted(lease, store));
write({ note: "ready" });
process.on("message", (message: ToHolder) => {
  if (message.kind === "give-back") {
    for (const wanted of all) {
      void wanted.giveBack();
    }
  }
});
setInterval(() => {
  for (const wanted of all) {
    wanted.act();
  }
}, actEveryMs);
setInterval(() => {
  for (const wanted of all) {
    wanted.tell();
  }
}, tellEveryMs);
