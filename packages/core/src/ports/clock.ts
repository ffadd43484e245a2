/** Ends a timer before it fires; harmless afterwards. */
export type CancelTimer = () => void;

/** Time as an argument: packages below the adapters read no clock of their own. */
export interface Clock {
  /** Wall clock in epoch milliseconds. It may jump. */
  epochMs(): number;
  /** Milliseconds with a fraction from an arbitrary origin. It never goes back. */
  monotonicMs(): number;
  /** Calls back once, at the earliest after `delayMs`. */
  after(delayMs: number, callback: () => void): CancelTimer;
}
