import { type Credential, ValidationError } from "@depthwire/core";
import type { HaltEnd, HaltOptions, RestClient } from "@depthwire/rest";
import type { Engine } from "@depthwire/stream";
import type { Account, AccountConnectOptions } from "./account.js";
import type { VenueCalls } from "./venue-calls.js";
import type { VenueRecording } from "./venue-recording.js";

/** A venue as a program follows it. */
export interface Venue extends Engine {
  /** What is recorded; undefined without the option `record`. */
  readonly recording: VenueRecording | undefined;
  /**
   * Every public operation as a function; {@link Venue.account} has those that need a key.
   *
   * @throws ValidationError `option-invalid` where no REST address was given
   */
  readonly rest: RestClient;
  /**
   * Opens an account: its calls, its private stream that survives outages, orders as objects. Several live in one process.
   *
   * @throws ValidationError `option-invalid`, also where no REST address was given; `credential-invalid`; TransportError `closed`
   */
  account(credential: Credential, options?: AccountConnectOptions): Account;
  /**
   * Halts every account that is open here: see `Trader.halt`. Accounts that are opened later are not.
   *
   * @returns how each halt ended, when all have; it never rejects
   */
  halt(reason: string, options?: HaltOptions): Promise<readonly HaltEnd[]>;
}

/** What a venue consists of. */
export interface VenueParts {
  readonly engine: Engine;
  /** Undefined where no REST address was given. */
  readonly calls: VenueCalls | undefined;
  readonly recording: VenueRecording | undefined;
  /** Ends everything, in its order. */
  readonly close: () => Promise<void>;
}

/** One face for the parts. */
export function venueOf({ engine, calls, recording, close }: VenueParts): Venue {
  const needed = (): VenueCalls => {
    if (calls === undefined) {
      throw new ValidationError("option-invalid", { option: "restAddress", rule: "given where calls are made" });
    }
    return calls;
  };
  return {
    recording,
    get rest() {
      return needed().rest;
    },
    account: (credential, accountOptions = {}) => needed().open(engine, credential, accountOptions),
    halt: async (reason, haltOptions) => (calls === undefined ? [] : await calls.halt(reason, haltOptions)),
    // Each of its forms.
    book: engine.book.bind(engine) as Engine["book"],
    klines: (pair, period, klineOptions) => engine.klines(pair, period, klineOptions),
    tagPriceKlines: (pair, klineOptions) => engine.tagPriceKlines(pair, klineOptions),
    deals: (pair, dealOptions) => engine.deals(pair, dealOptions),
    ticker: (pair, tickerOptions) => engine.ticker(pair, tickerOptions),
    onDelivery: (listener) => engine.onDelivery(listener),
    login: (credential, loginOptions) => engine.login(credential, loginOptions),
    views: () => engine.views(),
    statistics: () => engine.statistics(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
