import { maxTerm } from "../wire/header.js";

/** How a lease is kept. */
export interface LeaseOptions {
  /** Who keeps it: a name that no other process has, not even this one after a restart. */
  readonly name: string;
  /** How long a contender waits for a revision that does not change. */
  readonly leaseMs: number;
  /** How often the holder renews. */
  readonly renewEveryMs: number;
  /** No answer of the store after so long: the call failed, and what it did is not known. */
  readonly callLimitMs: number;
  /**
   * What a holder does whose lease ran out: `stop` (default) is to be one no more; `publish` is to go on under the same term, as long as
   * the candidate's fact `isStoreAwayForAll` says that nobody else can have won.
   */
  readonly onLoss?: "stop" | "publish" | undefined;
}

/** The part of a lease for which its holder acts, counted from when it sent the renewal; the rest is the margin of its clock. */
export const actingShare = 0.85;

/** What stands in the store. */
export interface LeaseRecord {
  /** Empty where the holder gave the lease back. */
  readonly holder: string;
  /** Term of the newest take; it only grows. */
  readonly term: number;
  /** Who may take it at once: the holder goes on until it hears of a larger term. Absent: nobody. */
  readonly heir?: string | undefined;
}

/** What the store answered to a reading. */
export type LeaseReading =
  | { readonly revision: number; readonly content: LeaseRecord }
  /** `missing`: nothing stands there, or was deleted; `unreadable`: nobody takes what nobody understands. */
  | { readonly revision: number; readonly content: "missing" | "unreadable" };

/** A record's text. */
export function encodeLeaseRecord({ holder, term, heir }: LeaseRecord): string {
  return JSON.stringify({ holder, term, heir });
}

/** Reads a record, or says that it can't be. Never throws. */
export function decodeLeaseRecord(text: string): LeaseRecord | "unreadable" {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "holder" in value && "term" in value) {
      const { holder, term } = value;
      const heir = "heir" in value ? value.heir : undefined;
      if (
        typeof holder === "string" &&
        typeof term === "number" &&
        Number.isSafeInteger(term) &&
        term >= 0 &&
        term < maxTerm
      ) {
        return typeof heir === "string" ? { holder, term, heir } : { holder, term };
      }
    }
  } catch {
    // Whatever it is, it is no record.
  }
  return "unreadable";
}
