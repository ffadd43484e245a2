import type { Clock, Credential, HttpClient, Logger, Random } from "@depthwire/core";
import type { AbortListeners } from "@depthwire/core/internal";
import type { RetryOptions } from "../call/backoff.js";
import type { IntentStore } from "../call/intent-store.js";
import type { VenueClockOptions } from "../clock/venue-clock.js";
import type { CallGuard } from "../exclusive/call-guard.js";
import type { ThrottleOptions } from "../throttle/throttle-options.js";
import type { VenueAddresses } from "./addresses.js";
import type { ClientOrderIdForm } from "./order-ids.js";
import type { Throttles } from "./throttles.js";

/** How a client of the venue behaves. Only the addresses have no default. */
export interface CallerOptions {
  readonly addresses: VenueAddresses;
  /** Without it only public operations can be called. */
  readonly credential?: Credential | undefined;
  /** The deployment's service name, in header and channel names; default `svc`. @spec field note 1 */
  readonly serviceName?: string | undefined;
  /** Bound of a whole call with its waits and repetitions, in milliseconds; default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Bound of one attempt of a call that may be repeated, in milliseconds; default 5,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Most bytes of an answer; default 8 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /**
   * Which ids of the caller's orders may have; default `integers`. With `any`, an order with an id like `mm-1` or `007` that is cut off may
   * stay `unknown`, and a halt behind it is not reached before somebody says what became of it. @spec field note 32
   */
  readonly clientOrderIds?: ClientOrderIdForm | undefined;
  /**
   * Finished orders that the client remembers, some 200 bytes each: their ids are not used again, and what is still told of them is known
   * to be its own; default 100,000.
   */
  readonly keptOrders?: number | undefined;
  readonly throttle?: Partial<ThrottleOptions> | undefined;
  readonly retry?: Partial<RetryOptions> | undefined;
  readonly clock?: Partial<VenueClockOptions> | undefined;
}

/** The world as a client needs it. */
export interface CallerPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly http: HttpClient;
  /** Gets a line for each repetition, cool-down and address that failed. */
  readonly logger?: Logger | undefined;
  /** Shared by all clients that send from this address over the same connections; default its own. */
  readonly throttles?: Throttles | undefined;
  /** Follows signals of callers, shared by all clients that are given the same signals; default its own. */
  readonly listeners?: AbortListeners | undefined;
  /** Says of each call whether this process may make it; default: all. */
  readonly guard?: CallGuard | undefined;
  /** Remembers calls that must not be repeated. */
  readonly intents?: IntentStore | undefined;
}
