import type { Logger } from "@depthwire/core";

/** Where something failed that nobody foresaw. */
export type UnforeseenFailure = "request-failed" | "client-failed" | "push-failed" | "listener-failed" | "timer-failed";

/**
 * What goes wrong while one client is served ends with that client. A failure that nobody foresaw is told to the logger, and
 * everybody else is served as if nothing had happened.
 */
export class Barrier {
  readonly #logger: Logger | undefined;

  /** @param logger hears of each failure; absent: nobody does */
  constructor(logger?: Logger) {
    this.#logger = logger;
  }

  /** Tells of a failure. */
  tell(failure: UnforeseenFailure, error: unknown, fields: Readonly<Record<string, string>> = {}): void {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    try {
      this.#logger?.log("error", failure, { ...fields, message });
    } catch {
      // Who cannot listen is not asked whether others may go on.
    }
  }

  /** Acts; what is thrown is told and goes no further. `react` ends what has failed. */
  guard(failure: UnforeseenFailure, act: () => void, react: () => void = () => {}): void {
    try {
      act();
    } catch (error) {
      this.tell(failure, error);
      react();
    }
  }
}
