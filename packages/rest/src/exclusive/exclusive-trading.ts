import type { Clock, LeaseError, Logger, Random } from "@depthwire/core";
import type { RestClient } from "../client/rest-client.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import type { CallGuard } from "./call-guard.js";

/** Where a process stands that wants to be the only trader of a key. */
export type ExclusiveState =
  /** Another process may trade. `holder` is its name, where the store told it. */
  | { readonly phase: "waiting"; readonly holder: string | undefined }
  /** The lease is held; `step` is what is still missing before the first order. */
  | { readonly phase: "taking-over"; readonly term: number; readonly step: TakeoverStep }
  /** Orders are sent. */
  | { readonly phase: "holding"; readonly term: number }
  /** It was held, and is not: nothing is sent. The process goes on wanting it. */
  | { readonly phase: "lost"; readonly term: number; readonly cause: ExclusiveLoss }
  /** The account was closed. */
  | { readonly phase: "closed" };

/** What a takeover waits for: requests of former traders, a person's word, or the end of what they left at the venue. */
export type TakeoverStep = "requests-under-way" | "by-hand" | "orders-of-older-terms";

/** Why the lease is held no longer: its time ran out without a renewal, somebody else's name is in the store, a newer term was heard, or it was given back. */
export type ExclusiveLoss = "ran-out" | "taken" | "newer-term" | "released";

/** What one process alone may do with a key: `account.exclusive`. */
export interface ExclusiveTrader {
  readonly state: ExclusiveState;
  /**
   * Resolves when this process is the trader; after a loss it is another promise. Rejects with LeaseError `takeover-by-hand` when a person must say
   * that nothing of a former trader is under way, with `lease-not-held` when the account is closed.
   */
  readonly holding: Promise<void>;
  /** A person's word that no request of a former trader is under way. It counts for the present term alone. @throws LeaseError `lease-not-held` */
  takeOver(): void;
  /** Gives the lease back: no order leaves from this moment, and the next process need not wait for it to run out. The account stays open and wants it no more. */
  release(): Promise<void>;
}

/** What an {@link ExclusiveTrading} is opened with. */
export interface ExclusiveParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger | undefined;
  /** How outcomes are found, with a tolerance that was stated. */
  readonly outcomes: Omit<ResolveOptions, "pushed" | "signal"> & { readonly toleranceMs: number | "not-known" };
  /** The account's calls. Asked for once the account is whole. */
  readonly venue: () => RestClient;
}

/** One account that is traded by one process alone. */
export interface ExclusiveSession extends ExclusiveTrader {
  readonly guard: CallGuard;
  /** The account is whole: from now on the lease is wanted. */
  start(): void;
  /** No order leaves from this moment; the lease is given back. */
  close(): Promise<void>;
}

/** Keeps one process alone trading with a key. `exclusiveLease` of `@depthwire/relay` makes one, for one account. */
export interface ExclusiveTrading {
  /** @throws ValidationError `option-invalid` */
  open(parts: ExclusiveParts): ExclusiveSession;
}

/** What a call ends with that only the trader may make. */
export type NotTheTrader = LeaseError<"lease-not-held" | "takeover-by-hand">;
