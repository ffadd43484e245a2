import type { LeaseEffect, LeaseOptions, LeaseReading, LeaseRecord, LeaseState } from "@depthwire/relay/internal";

/** Of a lease of so many units of time a holder acts for three: less than 85 %. */
export const leaseMs = 4;
export const actsForMs: number = 0.85 * leaseMs;
export const candidateNames = ["a", "b"] as const;

/** A call to the store on its way there, or its answer on its way back. */
export interface Call {
  readonly effect: Extract<LeaseEffect, { readonly kind: "read" | "update" }>;
  readonly sentAtMs: number;
  /** Undefined until the store has carried it out. */
  readonly answer: Answer | undefined;
  /** Nobody waits for its answer any more: it may be carried out all the same. */
  readonly isForgotten: boolean;
}

export type Answer =
  | { readonly kind: "read"; readonly reading: LeaseReading }
  | { readonly kind: "updated"; readonly revision: number }
  | { readonly kind: "refused" };

export interface Candidate {
  readonly lease: LeaseState;
  readonly calls: readonly Call[];
  /** When the newest update was sent that the store accepted and whose answer came. */
  readonly provenAtMs: number;
  /** Largest term that it heard of from the other one. */
  readonly heardTerm: number;
}

/** Two candidates and a store that checks revisions. Plain data. */
export interface LeaseWorld {
  readonly nowMs: number;
  readonly store: { readonly revision: number; readonly record: LeaseRecord | undefined };
  readonly candidates: readonly [Candidate, Candidate];
  /** Largest term that was won. */
  readonly wonTerm: number;
  readonly releases: number;
  readonly offers: number;
  readonly fault: string | undefined;
}

/** What can happen. `who` is a candidate's place, `call` the place of one of its calls. */
export type LeaseMove =
  | { readonly kind: "pass" }
  | { readonly kind: "tick" | "release" | "offer" | "withdraw" | "hear"; readonly who: 0 | 1 }
  | { readonly kind: "arrive" | "answer" | "give-up" | "lose"; readonly who: 0 | 1; readonly call: number };

/** How a candidate of this world keeps its lease. */
export function leaseOptionsOf(name: string): LeaseOptions {
  return { name, leaseMs, renewEveryMs: 1, callLimitMs: 1 };
}
