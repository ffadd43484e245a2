import type { AccountEvent, AccountState } from "@depthwire/account";
import type { Account } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import { pause } from "./wait.js";

/** How far what is known of the account can be relied upon. */
export type Freshness =
  /** It is in step with the venue. */
  | { readonly kind: "fresh"; readonly ageMs: number }
  /** It was never known yet, since the start. */
  | { readonly kind: "unknown"; readonly sinceMs: number; readonly reason: string }
  /** It is out of step since then: the first moment when it was no longer fresh. */
  | { readonly kind: "stale"; readonly sinceMs: number; readonly reason: string; readonly ageMs: number };

/** How long a read waits for an account that was never known yet, in milliseconds. */
const maxStartMs = 8_000;

/** Reads that may go past an account that is not known yet: its beginning takes some seventeen calls of the twenty that it may have in a window. */
const readsBeforeKnown = 3;

type Listener = (event: AccountEvent) => void;

/** The account as the venue pushes it, and whether anything may be missing of it. Times are epoch milliseconds. */
export class AccountMirror {
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #listeners = new Set<Listener>();
  #copy: AccountState | undefined;
  #isKnown = false;
  #isWhole = false;
  #isInStep = false;
  #readsLeft = readsBeforeKnown;
  #brokenSinceMs: number;
  #heardAtMs: number;

  /** @param patienceMs how long a read waits for anything, in milliseconds */
  constructor(account: Account, clock: Clock, patienceMs: number) {
    this.#account = account;
    this.#startMs = Math.min(maxStartMs, patienceMs);
    this.#clock = clock;
    this.#brokenSinceMs = clock.epochMs();
    this.#heardAtMs = this.#brokenSinceMs;
  }

  /** Whether it was ever known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** How often it was reconciled with the venue. */
  get reconciliations(): number {
    return this.#account.events.statistics.reconciliations;
  }

  /** The account now. The same object until something happens. */
  get state(): AccountState {
    this.#copy ??= this.#account.events.state;
    return this.#copy;
  }

  /** How far {@link AccountMirror.state} can be relied upon. */
  get freshness(): Freshness {
    const { status } = this.#account.events;
    const ageMs = Math.max(0, this.#clock.epochMs() - this.#heardAtMs);
    if (this.#isFresh()) {
      this.#isInStep = true;
      return { kind: "fresh", ageMs };
    }
    this.#noteLoss();
    const sinceMs = this.#brokenSinceMs;
    const reason = status.phase === "live" ? "reconciling" : status.phase;
    return this.#isKnown ? { kind: "stale", sinceMs, reason, ageMs } : { kind: "unknown", sinceMs, reason };
  }

  /**
   * Whether a read may ask the venue in place of an account that is just being read for the first time. The first few may: nobody has to wait for a
   * start. Were it all of them, they would take the calls that the mirror needs to begin.
   */
  passesOver(): boolean {
    const { phase } = this.#account.events.status;
    if (this.#isKnown || this.#readsLeft === 0 || (phase !== "live" && phase !== "connecting")) {
      return false;
    }
    this.#readsLeft--;
    return true;
  }

  /**
   * Waits until the account is known for the first time. Reads that were forwarded instead would take the calls that the mirror needs to begin.
   * That takes some twenty calls: where orders were sent meanwhile, the throttle's window goes by.
   */
  async known(): Promise<void> {
    if (this.#isKnown) {
      return;
    }
    const known = new Promise<void>((resolve) => {
      const unfollow = this.onEvent(() => {
        if (this.#isKnown) {
          unfollow();
          resolve();
        }
      });
    });
    await Promise.race([known, pause(this.#clock, this.#startMs)]);
  }

  /** Calls back with each event, after the state has it. Returns what ends it. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Follows the account until it is closed.
   *
   * @throws VenueError when the venue refused the key
   */
  async follow(): Promise<void> {
    void this.#watchPhases();
    for await (const event of this.#account.events) {
      this.#hear(event);
    }
  }

  async #watchPhases(): Promise<void> {
    for await (const _ of this.#account.events.statusChanges) {
      this.#noteLoss();
    }
  }

  #isFresh(): boolean {
    return this.#isWhole && this.#account.events.status.phase === "live";
  }

  /** A loss is dated when it happens, whether or not somebody reads then; one that lasts keeps its beginning. */
  #noteLoss(): void {
    if (this.#isInStep && !this.#isFresh()) {
      this.#isInStep = false;
      this.#brokenSinceMs = this.#clock.epochMs();
    }
  }

  #hear(event: AccountEvent): void {
    this.#copy = undefined;
    this.#heardAtMs = this.#clock.epochMs();
    switch (event.kind) {
      case "started":
      case "gap-closed":
        this.#isKnown = true;
        this.#isWhole = true;
        this.#isInStep = this.#isFresh();
        break;
      case "gap":
        // What overflows is missing to a slow reader, not in the state.
        this.#isWhole &&= event.reason === "overflow";
        break;
      case "gap-open":
        this.#isWhole = false;
        break;
      default:
        break;
    }
    this.#noteLoss();
    for (const listener of this.#listeners) {
      listener(event);
    }
  }
}
