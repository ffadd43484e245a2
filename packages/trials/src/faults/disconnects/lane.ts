import { setTimeout as sleep } from "node:timers/promises";
import type { BookView } from "@depthwire/book";
import type { Venue } from "@depthwire/node";
import type { Sandbox } from "@depthwire/sandbox";
import { type BookWitness, type FaultProxy, noFaults, WaitedTooLong } from "@depthwire/testkit";

/** How long anything may take before it counts as not having happened, in milliseconds. */
export const patienceMs = 120_000;
const pollMs = 2;

/** One connection to a sandbox through a proxy of its own, and the books on it. */
export class Lane {
  /** For messages to people: where this lane is. */
  readonly name: string;
  readonly sandbox: Sandbox;
  readonly proxy: FaultProxy;
  readonly venue: Venue;
  readonly witnesses: readonly BookWitness<BookView>[];

  constructor(name: string, sandbox: Sandbox, proxy: FaultProxy, venue: Venue, witnesses: Lane["witnesses"]) {
    this.name = name;
    this.sandbox = sandbox;
    this.proxy = proxy;
    this.venue = venue;
    this.witnesses = witnesses;
  }

  /** The pair that a harm is aimed at. */
  get pair(): string {
    return (this.witnesses[0] as BookWitness<BookView>).pair;
  }

  /** A perfect network again. */
  heal(): void {
    for (const link of [this.proxy.toClient, this.proxy.toServer]) {
      const { flipBitsAt } = link;
      flipBitsAt.length = 0;
      Object.assign(link, { ...noFaults(), flipBitsAt });
    }
    this.proxy.newConnections = "connect";
  }

  /** Resolves when every book is live with a state that was published after `sinceMs` (epoch). */
  async untilLiveSince(sinceMs: number): Promise<void> {
    const isFresh = (view: BookView): boolean => view.status === "live" && view.updatedAtMs > sinceMs;
    await Promise.all(this.witnesses.map((witness) => witness.until(isFresh, patienceMs)));
  }

  /** Resolves when the engine has given its connection up: it tries to make another one than the first `accepted`. */
  untilTriedSince(accepted: number): Promise<void> {
    return this.until("the engine to try again", () => this.proxy.accepted > accepted);
  }

  /** Resolves when `happened`. @throws WaitedTooLong naming `what` */
  async until(what: string, happened: () => boolean): Promise<void> {
    const deadlineMs = performance.now() + patienceMs;
    while (!happened()) {
      if (performance.now() > deadlineMs) {
        throw new WaitedTooLong(`waited too long for ${what}`);
      }
      await sleep(pollMs);
    }
  }

  /** Messages that the engine refused so far. A thread's count is as old as its last answer. */
  rejected(): number {
    return Object.values(this.venue.statistics().rejected).reduce((sum, times) => sum + (times ?? 0), 0);
  }

  async close(): Promise<void> {
    this.heal();
    await this.venue.close();
    await this.proxy.close();
  }
}
