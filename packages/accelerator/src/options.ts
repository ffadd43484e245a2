import type { Credential, Logger } from "@depthwire/core";
import type { ConnectOptions } from "@depthwire/node";
import type { IntentStore, TraderOptions } from "@depthwire/rest";
import type { AcceleratorDataOptions } from "./data/data-options.js";
import type { GuardOptions } from "./guard/guard-options.js";
import type { ReplaySource } from "./replay/replayed-venue.js";

/** Which venue is mirrored, and how it is reached. */
export type VenueAddress = Pick<ConnectOptions, "addresses" | "serviceName" | "protocol" | "backoff" | "rest"> & {
  readonly restAddress: NonNullable<ConnectOptions["restAddress"]>;
};

/** How an accelerator behaves. Only the venue has no default. */
export interface AcceleratorOptions extends GuardOptions {
  readonly venue: VenueAddress | ReplaySource;
  /** TCP port; 8080 by default, 0: any free one. @spec document 2, Limits, local accelerator port */
  readonly port?: number;
  /** The account's key; without it only public reads are answered. */
  readonly credential?: Credential | undefined;
  /** Pairs whose books are kept from the start; others are from the first time that somebody asks. None by default. */
  readonly pairs?: readonly string[];
  /** Directory in which everything that the venue sends is written down, for a replay; nothing by default. */
  readonly record?: string | undefined;
  /** Whether anything may be changed; `trade` by default. */
  readonly access?: "read-only" | "trade";
  /**
   * The caller's limits and what a halt means. `outcomes.toleranceMs` is how far a timestamp may be from the service's clock, 30,000 by default: what is
   * said never to arrive rests on it.
   */
  readonly trader?: TraderOptions;
  /** Keeps orders from before their first byte, outcomes, answers, trades and events beyond the end of the process. Without it nothing is kept. */
  readonly data?: AcceleratorDataOptions | undefined;
  /** Remembers orders from before their first byte, in place of `data`. */
  readonly intents?: IntentStore | undefined;
  /** How long a call waits for its turn, in milliseconds; 60,000 by default. */
  readonly patienceMs?: number;
  /** Events that can be resumed from; 10,000 by default. */
  readonly eventWindow?: number;
  readonly logger?: Logger | undefined;
}

/** Where the accelerator listens. @spec document 2, Limits, local accelerator port */
export const usualPort = 8080;

/** How long a call waits for its turn where nobody says, in milliseconds. */
export const usualPatienceMs = 60_000;

/** Events that can be resumed from where nobody says. */
export const usualEventWindow = 10_000;
