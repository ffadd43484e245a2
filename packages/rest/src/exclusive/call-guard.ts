import type { Operation } from "@depthwire/schema";

/** Says of each call whether this process may make it. What it throws ends the call: nothing was sent. */
export interface CallGuard {
  /** A call begins. */
  begin(operation: Operation): void;
  /**
   * A call is about to be signed with `signedAtMs`, the venue's time, which was read before: a pause at any later step leaves a request that the venue
   * refuses once its tolerance is over.
   */
  sign(operation: Operation, signedAtMs: number): void;
}

/** Whether a call changes what the account owns or owes. Reads do not; cancels only take away, so a halt may always cancel. */
export function isGuarded({ purpose }: Operation): boolean {
  return purpose === "order" || purpose === "account";
}
