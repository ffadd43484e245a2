import type { Clock, Credential } from "@depthwire/core";
import { Connections } from "../throttle/connections.js";
import { Throttle } from "../throttle/throttle.js";
import { defaultThrottleOptions, type ThrottleOptions, type ThrottleStatistics } from "../throttle/throttle-options.js";

/** What waits and what waited: public calls count on the address, signed ones on the key. */
export interface ThrottlesStatistics {
  readonly publicCalls: ThrottleStatistics;
  /** Calls of the present key. */
  readonly signedCalls: ThrottleStatistics;
}

/**
 * One throttle for public calls and one for each key, over one set of connections. Clients that send from one address share them:
 * the venue counts their public calls together, and those of one key too.
 *
 * @spec field note 27
 */
export class Throttles {
  readonly #clock: Clock;
  readonly #options: ThrottleOptions;
  readonly #connections: Connections;
  readonly #public: Throttle;
  readonly #keyless: Throttle;
  readonly #byKey: { readonly credential: Credential; readonly throttle: Throttle }[] = [];

  /** @param options what is left out is as in {@link defaultThrottleOptions} */
  constructor(clock: Clock, options: Partial<ThrottleOptions> = {}) {
    this.#clock = clock;
    this.#options = { ...defaultThrottleOptions, ...options };
    this.#connections = new Connections(this.#options);
    this.#public = this.#create({});
    this.#keyless = this.#create({});
  }

  /** For calls that need no key. */
  get public(): Throttle {
    return this.#public;
  }

  /**
   * For calls that are signed with this key: one key has one throttle, shared by all its users.
   *
   * @param options of a key that is new here, where they differ
   */
  of(credential: Credential | undefined, options: Partial<ThrottleOptions> = {}): Throttle {
    if (credential === undefined) {
      return this.#keyless;
    }
    const apiKey = credential.revealApiKey();
    const known = this.#byKey.find((one) => one.credential.revealApiKey() === apiKey);
    if (known !== undefined) {
      return known.throttle;
    }
    const throttle = this.#create(options);
    this.#byKey.push({ credential, throttle });
    return throttle;
  }

  /** What waits and what waited, of public calls and of a key. */
  statistics(credential: Credential | undefined): ThrottlesStatistics {
    return { publicCalls: this.#public.statistics(), signedCalls: this.of(credential).statistics() };
  }

  #create(options: Partial<ThrottleOptions>): Throttle {
    return new Throttle(this.#clock, { ...this.#options, ...options }, this.#connections);
  }
}
