import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "@depthwire/core";
import type { LeaseStore } from "@depthwire/relay";
import { type Step, steps, type TraderNote, type TraderOrders } from "./trader-messages.js";
import { TraderProcess } from "./trader-process.js";

/** What the traders of one key are started with; each has a directory of its own. */
export type LaneOrders = Omit<TraderOrders, "directory">;

/** On a starved machine a process takes seconds to start, and some takeovers are in vain. */
const withinMs = 120_000;
const withinTakeovers = 40;
/** One stop of so many is a kill; before one of so many the successor is stopped amid its takeover too. */
const killOneOf = 8;
const stopSuccessorOneOf = 5;
/** One stop of so many comes from outside, anywhere. */
const anywhereOneOf = 6;
const tradersEach = 2;
const reviveEveryMs = 500;

/** How the traders of one key are stopped. */
export interface LanePlan {
  readonly random: Random;
  /** They are stopped at this step alone, until a successor trades; default: anywhere, for any time. */
  readonly only?: Step | undefined;
}

/** One trader: the life that runs, and what earlier ones wrote. */
interface Trader {
  readonly directory: string;
  process: TraderProcess;
  readonly earlier: TraderNote[];
}

/** The traders of one key: whoever trades is stopped amid an order, and the other one takes over. */
export class Lane {
  readonly #orders: LaneOrders;
  readonly #store: LeaseStore;
  readonly #random: Random;
  readonly #only: Step | undefined;
  readonly #traders: Trader[] = [];
  #kills = 0;
  #happened: () => void = () => undefined;

  constructor(orders: LaneOrders, store: LeaseStore, { random, only }: LanePlan) {
    this.#orders = orders;
    this.#store = store;
    this.#random = random;
    this.#only = only;
  }

  get kills(): number {
    return this.#kills;
  }

  /** Starts the traders. */
  async open(directory: string): Promise<void> {
    for (let index = 0; index < tradersEach; index++) {
      const own = join(directory, `${this.#orders.lease}-${index}`);
      await mkdir(own, { recursive: true });
      this.#traders.push({ directory: own, process: this.#start(own), earlier: [] });
    }
  }

  /** Stops whoever trades, once. */
  async pause(): Promise<void> {
    const former = await this.#whoTrades();
    const [next] = this.#traders.filter((trader) => trader !== former) as [Trader];
    const stopsNext = this.#oneOf(stopSuccessorOneOf);
    if (stopsNext) {
      next.process.send({ kind: "stop-at", step: "taking-over", end: "stop" });
    }
    const tookOver = next.process.count("holding");
    const stop = await this.#stop(former, next);
    if (stop === "missed" && this.#only !== undefined) {
      await this.pause();
      return;
    }
    former.process.stop();
    if (this.#oneOf(2)) {
      // Anything from a moment to more than a takeover takes.
      await this.#sleep(this.#random() * this.#takeoverMs * 2);
    } else {
      await this.#sleep(stopsNext ? this.#takeoverMs : 0);
      const placed = next.process.count("placed");
      const trades = (): boolean => next.process.count("holding") > tookOver && next.process.count("placed") > placed;
      await this.#reviving([next], trades, "the successor never traded");
    }
    next.process.wake();
    if (stop === "killed") {
      this.#restart(former);
    } else {
      former.process.wake();
    }
  }

  /** Ends trading; every trader finds out what it does not know. @returns all that they wrote */
  async finish(): Promise<readonly TraderNote[]> {
    const hasFinished = ({ process }: Trader): boolean => process.count("done") > 0;
    await this.#reviving(
      this.#traders,
      () => this.#traders.every(hasFinished),
      "a trader never finished",
      (trader) => {
        if (!hasFinished(trader)) {
          trader.process.send({ kind: "finish" });
        }
      },
    );
    return this.#traders.flatMap(({ process, earlier }) => [...earlier, ...process.notes]);
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all(this.#traders.map(({ process }) => process.kill()));
  }

  /** From a renewal to the successor's first order, roughly. */
  get #takeoverMs(): number {
    const { leaseMs, toleranceMs, clockMarginMs } = this.#orders;
    return leaseMs + toleranceMs + clockMarginMs;
  }

  /** @returns `missed`: on a busy machine the lease ran out before the step came, and the other one took over */
  async #stop(former: Trader, next: Trader): Promise<"stopped" | "killed" | "missed"> {
    const { process } = former;
    const end = this.#oneOf(killOneOf) ? "kill" : "stop";
    if (end === "stop" && this.#oneOf(anywhereOneOf)) {
      await this.#sleep(this.#random() * this.#orders.leaseMs);
      return "stopped";
    }
    const step = this.#only ?? (steps[Math.floor(this.#random() * steps.length)] as Step);
    const stopped = process.count("stopped");
    const tookOver = next.process.count("holding");
    process.send({ kind: "stop-at", step, end });
    const isStopped = (): boolean => process.count("stopped") > stopped || process.hasEnded;
    await this.#until(() => isStopped() || next.process.count("holding") > tookOver, `no order came to "${step}"`);
    if (end === "kill") {
      await process.kill();
      this.#kills++;
      return "killed";
    }
    return isStopped() ? "stopped" : "missed";
  }

  /** The one that holds the lease of the newest term, once it has placed an order in it. */
  async #whoTrades(): Promise<Trader> {
    const termOf = ({ process }: Trader): number =>
      Math.max(0, ...process.notes.flatMap((note) => (note.note === "holding" ? [note.term] : [])));
    let found: Trader | undefined;
    const placedBy = ({ process, earlier }: Trader): number =>
      process.count("placed") + earlier.filter(({ note }) => note === "placed").length;
    const placed = new Map(this.#traders.map((trader) => [trader, placedBy(trader)]));
    const trades = (): boolean => {
      const [newest] = [...this.#traders].sort((one, other) => termOf(other) - termOf(one));
      found = newest;
      return newest !== undefined && placedBy(newest) > (placed.get(newest) ?? 0);
    };
    await this.#reviving(this.#traders, trades, "nobody traded");
    return found as Trader;
  }

  /** As {@link Lane.#until}; whoever stopped at a step that came late is woken or started again meanwhile. */
  async #reviving(
    traders: readonly Trader[],
    isSo: () => boolean,
    complaint: string,
    each: (trader: Trader) => void = () => undefined,
  ): Promise<void> {
    const revive = (): void => {
      for (const trader of traders) {
        if (trader.process.hasEnded) {
          this.#restart(trader);
        }
        trader.process.wake();
        each(trader);
      }
    };
    revive();
    const reviving = setInterval(revive, reviveEveryMs);
    try {
      await this.#until(isSo, complaint);
    } finally {
      clearInterval(reviving);
    }
  }

  #start(directory: string): TraderProcess {
    return new TraderProcess({ ...this.#orders, directory }, this.#store, () => this.#happened());
  }

  #restart(trader: Trader): void {
    trader.earlier.push(...trader.process.notes);
    trader.process = this.#start(trader.directory);
  }

  #oneOf(count: number): boolean {
    return this.#only === undefined && this.#random() * count < 1;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Waits for something that a trader's note, or its end, makes so. */
  #until(isSo: () => boolean, complaint: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(
        () => {
          const words = this.#traders.map(
            ({ process }) => `${JSON.stringify(process.notes.at(-1)) ?? "it wrote nothing"} ${process.complaint}`,
          );
          reject(new Error(`${this.#orders.lease}: ${complaint}: ${words.join("; ")}`));
        },
        withinMs + withinTakeovers * this.#takeoverMs,
      );
      this.#happened = () => {
        if (isSo()) {
          clearTimeout(tooLong);
          this.#happened = () => undefined;
          resolve();
        }
      };
      this.#happened();
    });
  }
}
