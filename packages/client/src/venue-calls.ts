import { type CancelTimer, type Clock, Credential, type Logger, type Random } from "@depthwire/core";
import { AbortListeners, checkOptions } from "@depthwire/core/internal";
import {
  createRestClient,
  type HaltEnd,
  type HaltOptions,
  type RestClient,
  Throttles,
  type VenueAddresses,
} from "@depthwire/rest";
import { type Engine, type RedactingLogger, redactingLogger } from "@depthwire/stream";
import { type Account, type AccountConnectOptions, openAccount } from "./account.js";
import { accountOptionTable } from "./account-option-table.js";
import type { RestTuning } from "./venue-options.js";
import type { HttpConnections, HttpPort } from "./venue-ports.js";

/** What {@link VenueCalls} is made of. */
export interface VenueCallsParts {
  readonly addresses: VenueAddresses;
  readonly serviceName: string | undefined;
  readonly tuning: RestTuning | undefined;
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger | undefined;
}

/** A venue that is closed waits so long for leases to be given back; their stores have limits of their own for each call. Milliseconds. */
const giveBackLimitMs = 5_000;

/** The REST side of a venue: one pool of connections, a client for public calls, and the accounts. */
export class VenueCalls {
  readonly rest: RestClient;
  /** A signal of the program's has one listener, however many accounts and calls follow it. */
  readonly listeners: AbortListeners = new AbortListeners();
  readonly #parts: VenueCallsParts;
  readonly #logger: RedactingLogger | undefined;
  readonly #http: HttpConnections;
  /** The venue counts the public calls of all clients here together, and all go over the same connections. */
  readonly #throttles: Throttles;
  readonly #accounts = new Set<Account>();
  /** Leases of accounts that are closed, on their way back to the store. */
  readonly #givingBack = new Set<Promise<void>>();

  /** @throws ValidationError `option-invalid` */
  constructor(parts: VenueCallsParts) {
    const { addresses, serviceName, tuning, clock, random, http } = parts;
    const logger = parts.logger && redactingLogger(parts.logger);
    this.#parts = parts;
    this.#logger = logger;
    this.#http = http.open();
    this.#throttles = new Throttles(clock, { connections: http.connections, ...tuning?.throttle });
    const { listeners } = this;
    const ports = {
      clock,
      random,
      http: this.#http.request,
      throttles: this.#throttles,
      listeners,
      logger,
    };
    this.rest = createRestClient({ ...tuning, addresses, serviceName }, ports);
  }

  /**
   * Opens an account on these connections.
   *
   * @throws ValidationError `option-invalid`, `credential-invalid`; TransportError `aborted`, `closed`
   */
  open(engine: Engine, credential: Credential, options: AccountConnectOptions): Account {
    const { addresses, serviceName, tuning, clock, random } = this.#parts;
    const logger = this.#logger;
    Credential.checked(credential);
    checkOptions(options, accountOptionTable);
    logger?.hide(credential);
    const onClose = (closed: Account, givenBack: Promise<void> | undefined): void => {
      this.#accounts.delete(closed);
      this.#giveBack(givenBack);
    };
    const http = this.#http.request;
    const { listeners } = this;
    const shared = {
      engine,
      clock,
      random,
      http,
      throttles: this.#throttles,
      listeners,
      addresses,
      serviceName,
      logger,
      onClose,
    };
    const account = openAccount(shared, credential, { ...options, rest: { ...tuning, ...options.rest } });
    this.#accounts.add(account);
    return account;
  }

  /** Halts every account that is open, in one step. */
  halt(reason: string, options: HaltOptions | undefined): Promise<readonly HaltEnd[]> {
    return Promise.all([...this.#accounts].map(({ trader }) => trader.halt(reason, options)));
  }

  /** Ends the accounts, waits until their leases are given back or {@link giveBackLimitMs} have passed, and ends the connections. */
  async close(): Promise<void> {
    for (const account of this.#accounts) {
      account.close();
    }
    this.rest.close();
    await this.#leasesGivenBack();
    await this.#http.close();
  }

  #giveBack(givenBack: Promise<void> | undefined): void {
    if (givenBack !== undefined) {
      // A lease that could not be given back runs out.
      const ending = givenBack.catch(() => undefined);
      this.#givingBack.add(ending);
      void ending.finally(() => this.#givingBack.delete(ending));
    }
  }

  async #leasesGivenBack(): Promise<void> {
    if (this.#givingBack.size > 0) {
      const { clock } = this.#parts;
      let cancel: CancelTimer = () => undefined;
      const limit = new Promise<void>((resolve) => {
        cancel = clock.after(giveBackLimitMs, resolve);
      });
      await Promise.race([Promise.all(this.#givingBack), limit]);
      cancel();
    }
  }
}
