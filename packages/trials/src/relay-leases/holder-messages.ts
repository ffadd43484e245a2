/** What a holder's process is started with. */
export interface HolderOrders {
  readonly name: string;
  /** Addresses of nats-servers. */
  readonly servers: readonly string[];
  readonly bucket: string;
  /** Leases that it wants. */
  readonly leases: readonly string[];
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly callLimitMs: number;
  /** `at-once`: a take counts without the second update that confirms it, which must show. */
  readonly takeCounts: TakeCounts;
}

/** When a take counts. */
export type TakeCounts = "confirmed" | "at-once";

/** What the parent says: it gives back every lease that it holds, and wants them again. */
export type ToHolder = { readonly kind: "give-back" };

/** One line of a holder's notes. Times are of the machine's monotonic clock, which all processes share. */
export type HolderNote =
  | { readonly note: "ready" }
  | { readonly note: "won"; readonly lease: string; readonly term: number; readonly atMs: number }
  /** It acted for the lease at the first and the last of these moments, and between them as often as it looked. */
  | {
      readonly note: "acted";
      readonly lease: string;
      readonly term: number;
      readonly fromMs: number;
      readonly untilMs: number;
    }
  | { readonly note: "failed"; readonly what: string };
