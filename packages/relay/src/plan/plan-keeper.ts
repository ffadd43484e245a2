import type { LeaseStore } from "../ports/lease-store.js";
import { decodeShardPlan, encodeShardPlan, newerPlan, type ShardPlan } from "./shard-plan.js";

/** What a {@link PlanKeeper} works with. */
export interface PlanKeeperParts {
  readonly store: LeaseStore;
  /** The plan's name in the store. */
  readonly key: string;
  /** Called when another plan counts. */
  readonly changed: (plan: ShardPlan) => void;
  /** What stands in the store is no plan: nobody touches it. Told once for each such text. */
  readonly unreadable: (error: unknown) => void;
}

/** Writers that come between; more than so many in a row are no accident. */
const maxAttempts = 8;

/** The plan that all instances share: read from the store, and changed by compare-and-set. */
export class PlanKeeper {
  readonly #parts: PlanKeeperParts;
  #plan: ShardPlan | undefined;
  #isBusy = false;
  /** What was told as no plan, until one was read again. */
  #unreadableText: string | undefined;

  constructor(parts: PlanKeeperParts) {
    this.#parts = parts;
  }

  /** The newest plan that was seen. */
  get plan(): ShardPlan | undefined {
    return this.#plan;
  }

  /** Whether a call is under way. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Reads the plan. Resolves with whether the store answered; never rejects. */
  read(): Promise<boolean> {
    return this.change(() => undefined);
  }

  /**
   * Changes the plan: `change` gets the newest and returns the next, or undefined where nothing is to be done. Resolves with whether that is done; never
   * rejects.
   */
  async change(change: (plan: ShardPlan | undefined) => ShardPlan | undefined): Promise<boolean> {
    this.#isBusy = true;
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (await this.#attempt(change)) {
          return true;
        }
      }
      return false;
    } catch {
      // Whoever gave the store hears of its failures.
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  async #attempt(change: (plan: ShardPlan | undefined) => ShardPlan | undefined): Promise<boolean> {
    const { store, key, unreadable } = this.#parts;
    const { revision, text } = await store.read(key);
    let read: ShardPlan | undefined;
    try {
      read = text === undefined ? undefined : decodeShardPlan(text);
    } catch (error) {
      if (text !== this.#unreadableText) {
        this.#unreadableText = text;
        unreadable(error);
      }
      return false;
    }
    this.#unreadableText = undefined;
    const former = this.#plan;
    if (read !== undefined) {
      this.#take(read);
    }
    // A store that lost a plan gets the newest that is known: revisions never go back.
    const isOlder = former !== undefined && former.revision > (read?.revision ?? 0);
    const next = change(this.#plan) ?? (isOlder ? former : undefined);
    if (next === undefined) {
      return true;
    }
    const written = await store.compareAndSet(key, revision, encodeShardPlan(next));
    if (written !== undefined) {
      this.#take(next);
    }
    return written !== undefined;
  }

  #take(plan: ShardPlan): void {
    const newest = newerPlan(this.#plan, plan);
    if (newest !== this.#plan) {
      this.#plan = newest;
      this.#parts.changed(newest);
    }
  }
}
