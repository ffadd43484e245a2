import type { Logger } from "@depthwire/core";
import { Allowance } from "./allowance.js";

/** Refusals that are told to the logger per second, and at once after a quiet second. */
export const refusalsToldPerSecond = 20;

/** Tells refusals to the logger, and of those that come too fast how many they were: who is refused may ask as often as he likes. */
export class RefusalLog {
  readonly #logger: Logger | undefined;
  readonly #monotonicMs: () => number;
  readonly #allowance: Allowance;
  #untold = 0;

  /** @param monotonicMs milliseconds of a clock that does not go back */
  constructor(logger: Logger | undefined, monotonicMs: () => number) {
    this.#logger = logger;
    this.#monotonicMs = monotonicMs;
    this.#allowance = new Allowance(refusalsToldPerSecond, monotonicMs());
  }

  /** Tells it as a warning, with the number of those before it that were not told as `untold`, if there were any. */
  tell(event: string, fields: Readonly<Record<string, string | number>>): void {
    if (!this.#allowance.take(this.#monotonicMs())) {
      this.#untold += 1;
      return;
    }
    const untold = this.#untold;
    this.#untold = 0;
    this.#logger?.log("warn", event, untold === 0 ? fields : { ...fields, untold });
  }
}
