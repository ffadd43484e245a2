import { ageMs, type Moment } from "../time/moment.js";
import { actingShare, type LeaseOptions, type LeaseReading, type LeaseRecord } from "./lease-options.js";

/** A call to the store that is not answered yet. */
export interface LeaseCall {
  readonly kind: "read" | "update";
  readonly sentAt: Moment;
  /** Of an update: who may take the lease at once. */
  readonly heir?: string | undefined;
}

/** Where one candidate for a lease stands. Plain data. */
export type LeaseState =
  | ContendingState
  /** The update is under way that would make it the holder, or the second one that confirms it. */
  | {
      readonly phase: "taking" | "confirming";
      readonly term: number;
      readonly call: LeaseCall;
    }
  | HoldingState;

/** Somebody else has it, or nobody. */
export interface ContendingState {
  readonly phase: "contending";
  readonly call: LeaseCall | undefined;
  /** The newest reading, and since when its revision has been the same. */
  readonly seen: { readonly reading: LeaseReading; readonly since: Moment } | undefined;
}

/** It may act, as long as {@link holdsLease} says so. */
export interface HoldingState {
  readonly phase: "holding";
  readonly term: number;
  readonly revision: number;
  /** When the newest renewal was sent that the store accepted. */
  readonly renewedAt: Moment;
  readonly call: LeaseCall | undefined;
  /** Who is to take the lease, and who may, by what the store has. */
  readonly heir?: string | undefined;
  readonly writtenHeir?: string | undefined;
  /** Who may take it if an update was done whose end was never told. */
  readonly doubtedHeir?: string | undefined;
  /** Its heir took it, by what the store says: it renews no more, and acts until it hears of the larger term, or its own time is over. */
  readonly isTaken?: true | undefined;
  /** The lease ran out, and nobody else can have won: it goes on as it was. When the store was last away for all. */
  readonly awayAt?: Moment | undefined;
}

/** What a candidate is like at the moment. */
export interface CandidateFacts {
  /** Its own books are live. */
  readonly isLive: boolean;
  /** Another candidate's are. */
  readonly isAnotherLive: boolean;
  /** The venue's time, epoch milliseconds. */
  readonly venueMs: number;
  /** Largest term heard from anybody; 0 for none. */
  readonly heardTerm: number;
  /** Somebody who should have it rather is there, and its books are as live: it gets the time of one lease more. */
  readonly isAnotherFirst?: boolean | undefined;
  /** Neither this one nor anybody else who takes part reaches the store, as far as all of them say at this moment. */
  readonly isStoreAwayForAll?: boolean | undefined;
}

/** What happens to a candidate. Everything carries its moment. */
export type LeaseEvent =
  /** Time passed: looks what is due. */
  | { readonly kind: "tick"; readonly at: Moment; readonly facts: CandidateFacts }
  | { readonly kind: "read"; readonly at: Moment; readonly reading: LeaseReading; readonly facts: CandidateFacts }
  | { readonly kind: "updated"; readonly at: Moment; readonly revision: number }
  /** The store has another revision than was expected. */
  | { readonly kind: "refused"; readonly at: Moment }
  /** No answer in time, or an error: an update may have been done. */
  | { readonly kind: "failed"; readonly at: Moment }
  /** A beat of another owner came under this term. */
  | { readonly kind: "heard"; readonly at: Moment; readonly term: number; readonly owner: string }
  /** The heir may take the lease at once; nobody may any more where that is undefined. */
  | { readonly kind: "offer"; readonly at: Moment; readonly heir: string | undefined }
  /** Gives the lease back. */
  | { readonly kind: "release"; readonly at: Moment };

/** What has to be done. `won` and `lost` are for the owner of the machine. */
export type LeaseEffect =
  | { readonly kind: "read" }
  | { readonly kind: "update"; readonly expected: number; readonly record: LeaseRecord }
  | { readonly kind: "won"; readonly term: number }
  /** The lease ran out, and nobody can have won it. */
  | { readonly kind: "goes-on"; readonly term: number }
  | { readonly kind: "lost"; readonly term: number; readonly cause: LeaseLoss };

/** Why a holder holds no longer. */
export type LeaseLoss = "ran-out" | "taken" | "newer-term" | "released";

/** Before the first look. */
export const noLease: LeaseState = { phase: "contending", call: undefined, seen: undefined };

/** So much of a lease a holder that went on without the store goes on once it answers somebody. */
const goingOnShare = 0.5;

/**
 * Whether the holder may go on although its lease ran out: while the store is away for all, and then until it has had the time to renew.
 * Whoever waits for the lease was away from the store as well, and begins to wait anew.
 */
export function goesOn(
  { onLoss, leaseMs }: LeaseOptions,
  state: LeaseState,
  facts: Pick<CandidateFacts, "isStoreAwayForAll"> | undefined,
  now: Moment,
): state is HoldingState {
  if (onLoss !== "publish" || state.phase !== "holding" || state.isTaken === true) {
    return false;
  }
  const { awayAt } = state;
  return facts?.isStoreAwayForAll === true || (awayAt !== undefined && ageMs(awayAt, now) <= goingOnShare * leaseMs);
}

/**
 * Whether the holder may act now: for 85 % of the lease since it sent the renewal, by whichever of its clocks says most.
 * To be asked at each act, since no timer fires while a process is stopped.
 */
export function holdsLease(options: LeaseOptions, state: LeaseState, now: Moment): state is HoldingState {
  return state.phase === "holding" && ageMs(state.renewedAt, now) < actingShare * options.leaseMs;
}
