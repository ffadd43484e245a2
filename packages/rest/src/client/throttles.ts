import type { Clock, Credential } from "@depthwire/core";
import { Throttle, type ThrottleOptions, type ThrottleStatistics } from "../throttle/throttle.js";

/** What waits and what waited: public calls count on the address, signed ones on the key. */
export interface ThrottlesStatistics {
  readonly publicCalls: ThrottleStatistics;
  /** Of the present key. */
  readonly signedCalls: ThrottleStatistics;
}

/** One throttle for public calls and one for each key. */
export class Throttles {
  readonly #clock: Clock;
  readonly #options: ThrottleOptions;
  readonly #public: Throttle;
  readonly #byKey = new WeakMap<Credential, Throttle>();
  readonly #keyless: Throttle;

  constructor(clock: Clock, options: ThrottleOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#public = new Throttle(clock, options);
    this.#keyless = new Throttle(clock, options);
  }

  /** For calls that need no key. */
  get public(): Throttle {
    return this.#public;
  }

  /** For calls that are signed with this key. */
  of(credential: Credential | undefined): Throttle {
    if (credential === undefined) {
      return this.#keyless;
    }
    const known = this.#byKey.get(credential) ?? new Throttle(this.#clock, this.#options);
    this.#byKey.set(credential, known);
    return known;
  }

  statistics(credential: Credential | undefined): ThrottlesStatistics {
    return { publicCalls: this.#public.statistics(), signedCalls: this.of(credential).statistics() };
  }
}
