import type { AccountEvent, AccountOptions, AccountRecovery, DeliveredStore } from "@depthwire/account";
import type { Clock, Credential, HttpClient, Logger, Random } from "@depthwire/core";
import type { AbortListeners } from "@depthwire/core/internal";
import {
  type CallerOptions,
  createRestClient,
  type IntentStore,
  type PendingOutcome,
  type ResolveOptions,
  type RestClient,
  type Throttles,
  Trader,
  type TraderOptions,
  type VenueAddresses,
} from "@depthwire/rest";
import {
  createReconciler,
  type ExclusiveSession,
  type ExclusiveTrader,
  type ExclusiveTrading,
} from "@depthwire/rest/internal";
import * as usdt from "@depthwire/schema/usdt";
import type { Engine, PrivateStream } from "@depthwire/stream";
import { AccountFigures } from "./account-figures.js";
import { openExclusive } from "./open-exclusive.js";
import { listOpenItems, type OpenItems, type OpenItemsOptions } from "./open-items.js";

/** How an account is followed and traded. */
export interface AccountConnectOptions {
  /** Limits, checks and halts of the account's trader. */
  readonly trader?: TraderOptions | undefined;
  /** How its mirror is kept; see `defaultAccountOptions`. */
  readonly mirror?: Partial<AccountOptions> | undefined;
  /** Remembers calls that must not be repeated from before their first byte. */
  readonly intents?: IntentStore | undefined;
  /** Remembers beyond the end of the process which events a loop has finished with: the next process goes on there. */
  readonly delivered?: DeliveredStore | undefined;
  /**
   * The tag price of a pair, for limits that need it, where the program follows it: `(pair) => tagPrices.get(pair)`. Default: the venue is asked, at
   * most every two seconds.
   */
  readonly tagPrice?: ((pair: string) => string | undefined) | undefined;
  /** Throttle, clock, retries and time limits of its calls. */
  readonly rest?: Omit<CallerOptions, "addresses" | "credential" | "serviceName"> | undefined;
  /**
   * One process alone trades with the key: `exclusiveLease(…)` of `@depthwire/relay`, a new one for each account. Orders are refused with
   * LeaseError until this process holds the lease and nothing of a former holder can arrive. `trader.outcomes.toleranceMs` must be stated.
   */
  readonly exclusive?: ExclusiveTrading | undefined;
  /** Ends the account. */
  readonly signal?: AbortSignal | undefined;
}

/** One account: its calls, its private stream that survives outages, and orders as objects. */
export interface Account {
  readonly rest: RestClient;
  /** What happens to the account, in order, each fill once; `state` is the account now. */
  readonly events: PrivateStream;
  /** Orders as objects, within limits. */
  readonly trader: Trader;
  /**
   * Asks the venue what is open for this account in USDT-margined contracts: orders, plan orders, positions with a size. It takes six calls, four of them
   * for orders. {@link Account.events}`.state` has the same without a call, as far as it was told. The service lists no open orders of coin-margined
   * contracts.
   *
   * @throws as calls do: TransportError, VenueError, ValidationError
   */
  listOpen(options?: OpenItemsOptions): Promise<OpenItems>;
  /** Whether this process is the one that trades with the key; undefined without the option `exclusive`. */
  readonly exclusive: ExclusiveTrader | undefined;
  /**
   * Resolves when the account is known for the first time: its positions, orders and assets. Limits that need them refuse before, or ask.
   * Rejects with TransportError `closed` when the account ends before, or with the VenueError that refused the key; asked again after
   * {@link Account.rotate}, it waits for the next one.
   */
  readonly ready: Promise<void>;
  /**
   * Finds out what became of the calls that earlier processes left in the intent store: see `RestClient.resolvePending`. The options of the
   * trader's outcomes hold where the call gives none.
   *
   * @throws TransportError `aborted`, `closed`; what the store throws
   */
  resolvePending(options?: ResolveOptions): Promise<readonly PendingOutcome[]>;
  /**
   * Uses another key of the same user: it logs in beside the present session (see `PrivateStream.rotate`), and once it is proven so, calls
   * are signed with it too. A key that cannot be used changes nothing. After the venue has refused the key in use (it was revoked), this is the way
   * back: the session is opened again, loops over the events begin anew, and a halt goes on with the new key. `rest.rotate` alone changes the key of calls at once.
   *
   * @returns resolved once a key given here, or after, is used for everything: the old one may be withdrawn. It may be left alone
   * @throws VenueError when the venue refused the key; ValidationError `credential-invalid`: no credential, or another user's; TransportError
   * `timed-out` when it answered no login of it, several times; `closed`
   */
  rotate(credential: Credential): Promise<void>;
  /**
   * Ends the session and stops following orders. Nothing is cancelled. An exclusive account's lease is on its way back then: `await using` an account, and
   * the venue's `close()`, wait for it.
   */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What accounts of one venue share. */
export interface AccountParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly http: HttpClient;
  readonly throttles: Throttles;
  /** Follows signals of callers. */
  readonly listeners: AbortListeners;
  readonly addresses: VenueAddresses;
  readonly serviceName: string | undefined;
  readonly logger: Logger | undefined;
  /** Called once, when the account was closed. `givenBack` resolves when its lease is, where it has one. */
  readonly onClose: (account: Account, givenBack: Promise<void> | undefined) => void;
}

/**
 * Opens an account: a REST client, a private stream that is reconciled over it, and a trader that hears the stream.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`, `closed`
 */
export function openAccount(parts: AccountParts, credential: Credential, options: AccountConnectOptions): Account {
  const { engine, clock, random, http, throttles, listeners, addresses, serviceName, logger } = parts;
  const world = { clock, random, logger, venue: () => rest };
  const exclusive = openExclusive(options.exclusive, options.trader?.outcomes, world);
  const rest: RestClient = createRestClient(
    { ...options.rest, addresses, credential, serviceName },
    { clock, random, http, throttles, listeners, logger, guard: exclusive?.guard, intents: options.intents },
  );
  const figures: AccountFigures = new AccountFigures(() => events.status);
  const trader = openTrader(parts, options, { rest, figures, events: () => events, exclusive });
  const listener = (event: AccountEvent): void => {
    figures.hear(event);
    tellTrader(trader, event);
  };
  const recovery = recoveryOver(rest);
  const { delivered, mirror: account, signal } = options;
  const logIn = (): PrivateStream => engine.login(credential, { recovery, delivered, account, listener, signal });
  const events: PrivateStream = orClosed(logIn, [trader, rest]);
  void watchConnection(events, trader, figures);
  let isClosed = false;
  let unfollow = (): void => undefined;
  let givenBack: Promise<void> | undefined;
  const end = (): void => {
    if (isClosed) {
      return;
    }
    isClosed = true;
    unfollow();
    trader.close();
    rest.close();
    givenBack = exclusive?.close();
    parts.onClose(opened, givenBack);
  };
  const close = (): void => {
    events.close();
    end();
  };
  const opened: Account = {
    rest,
    events,
    trader,
    listOpen: (wanted = {}) => listOpenItems(rest, wanted),
    exclusive,
    get ready() {
      return figures.ready;
    },
    resolvePending: (resolveOptions) => rest.resolvePending({ ...options.trader?.outcomes, ...resolveOptions }),
    rotate: (next) => rotateKey(opened, figures, next),
    close,
    [Symbol.asyncDispose]: async () => {
      close();
      await givenBack;
    },
  };
  exclusive?.start();
  if (signal !== undefined) {
    unfollow = listeners.follow(signal, end);
  }
  return opened;
}

/** Its calls wait in the account's own throttle, behind everything else. */
function recoveryOver(rest: RestClient): AccountRecovery {
  return {
    reconciler: createReconciler(rest),
    // Sent by this process: not by an earlier one, nor by somebody else under the same id of the caller's.
    isOwn: (order) => {
      const sent = rest.sentOrders.find(order);
      return sent?.isRecalled === false && (sent.orderId ?? order.orderId) === order.orderId;
    },
  };
}

/** What a trader reads of the account. */
interface TraderSources {
  readonly rest: RestClient;
  readonly figures: AccountFigures;
  /** The stream, which is opened behind the trader. */
  readonly events: () => PrivateStream;
  readonly exclusive: ExclusiveSession | undefined;
}

function openTrader(
  { clock, logger }: AccountParts,
  { trader, tagPrice }: AccountConnectOptions,
  { rest, figures, events, exclusive }: TraderSources,
): Trader {
  return new Trader(trader ?? {}, {
    venue: rest,
    clock,
    logger,
    tagPrice,
    mayTrade: exclusive && (() => exclusive.guard.begin(usdt.placeOrder)),
    positionQuantity: (pair, side) => figures.quantity(pair, side),
    explainedQuantity: (pair, side) => events().explainedQuantity(pair, side),
    accountFacts: (pair) => figures.facts(pair, () => events().state),
  });
}

/** What was opened before is closed where the rest cannot be. */
function orClosed<Opened>(open: () => Opened, before: readonly { close(): void }[]): Opened {
  try {
    return open();
  } catch (error) {
    for (const one of before) {
      one.close();
    }
    throw error;
  }
}

async function watchConnection(events: PrivateStream, trader: Trader, figures: AccountFigures): Promise<void> {
  for await (const status of events.statusChanges) {
    if (status.phase === "refused") {
      figures.refused(status.error);
    }
    if (status.phase === "waiting" || status.phase === "refused") {
      trader.disconnected();
    } else if (status.phase === "live") {
      trader.connected();
    }
  }
  figures.end();
}

/** The session first: calls are signed with the next key once it is proven. */
function rotateKey({ rest, events, trader }: Account, figures: AccountFigures, credential: Credential): Promise<void> {
  const rotated = events.rotate(credential);
  if (events.status.phase === "connecting") {
    figures.goOn();
  }
  const use = async (): Promise<void> => {
    await rotated;
    rest.rotate(credential);
    // A halt that the key before could not reach goes on at once.
    trader.connected();
  };
  const used = use();
  // An unusable key must not end a program that does not wait for this promise.
  used.catch(() => undefined);
  return used;
}

function tellTrader(trader: Trader, event: AccountEvent): void {
  if (event.kind === "order") {
    trader.heard(event.order);
  }
  if (event.kind === "fill") {
    trader.fillHeard(event.fill);
  }
  // A position that was asked for may be older than the orders that were.
  if (event.kind === "position" && event.origin === "push") {
    hearPosition(trader, event);
  }
}

function hearPosition(trader: Trader, { pair, side }: AccountEvent & { readonly kind: "position" }): void {
  if (side === "long" || side === "short") {
    trader.positionHeard(pair, side);
  }
}
