import type { Credential, OrderOutcomeUnknown, UnknownOutcome } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { Operation, PassedOf, ResultOf } from "@depthwire/schema";
// The whole families: functions that are derived from narrower ones would lose their sentences.
import { coin, spot, usdt, wallet } from "@depthwire/schema/internal";
import type { CallOptions } from "../call/call-options.js";
import { type CallMaker, type OperationFunctions, operationFunctions } from "../call/operation-functions.js";
import type { VenueClockReading } from "../clock/venue-clock.js";
import type { HaltOptions, HaltOrder, ResumeOptions } from "../halt/halt-order.js";
import type { HaltKeeping } from "../halt/kept-halt.js";
import { type CarefulCalls, createCarefulCalls } from "../outcome/careful-calls.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";
import {
  outcomeOf,
  type ResolveOptions,
  type ResolveParts,
  resolveOptionTable,
  resolveOrders,
} from "../outcome/resolve-orders.js";
import type { PendingOutcome } from "../outcome/resolve-pending.js";
import type { Addresses } from "./addresses.js";
import { Caller } from "./caller.js";
import type { CallerOptions, CallerPorts } from "./caller-options.js";
import type { HaltNotKeptListener } from "./order-desk.js";
import type { SentOrders } from "./sent-orders.js";
import type { ThrottlesStatistics } from "./throttles.js";

/** Every operation of both documents as a function. */
export interface RestClient extends CallMaker {
  /** USDT-margined trading, queries and reference data. */
  readonly usdt: OperationFunctions<typeof usdt>;
  /** Coin-margined queries and reference data. */
  readonly coin: OperationFunctions<typeof coin>;
  /** Spot market data. */
  readonly spot: OperationFunctions<typeof spot>;
  /** Wallet and spot account. */
  readonly wallet: OperationFunctions<typeof wallet>;
  /** Calls that must not be repeated and have no id, each with a verdict in place of an unknown outcome. */
  readonly careful: CarefulCalls;
  /** The addresses and which of them are used now. */
  readonly addresses: Addresses;
  /** Whether the runtime may send a request twice by itself, as browsers do: then an order may stand twice at the venue. */
  readonly mayRepeat: boolean;
  /** What is known of the venue's time; undefined before it was needed. */
  venueTime(): VenueClockReading | undefined;
  /** Measures the venue's time now. */
  measureVenueTime(): Promise<void>;
  /** What waits and what waited. */
  throttleStatistics(): ThrottlesStatistics;
  /** From now on calls are signed with another key. */
  rotate(credential: Credential): void;
  /**
   * Finds out what became of an order whose call ended in {@link OrderOutcomeUnknown}.
   *
   * @throws TransportError `aborted`, `closed`
   */
  resolveOrder(unknown: OrderOutcomeUnknown | UnknownOutcome, options?: ResolveOptions): Promise<OrderVerdict>;
  /** As {@link RestClient.resolveOrder} for many, up to a hundred ids a call; the verdicts come in the same order. */
  resolveOrders(
    unknowns: readonly (OrderOutcomeUnknown | UnknownOutcome)[],
    options?: ResolveOptions,
  ): Promise<readonly OrderVerdict[]>;
  /**
   * Finds out what became of the calls that earlier processes left in the intent store: those of which no end is known, past the time in which they
   * may still arrive, and orders that may still be open. Each is told until it is known.
   *
   * @throws TransportError `aborted`, `closed`; what the store throws
   */
  resolvePending(options?: ResolveOptions): Promise<readonly PendingOutcome[]>;
  /** Asks for the alternate domains and adds them behind the known addresses. Returns how many there are now. */
  refreshAddresses(options?: CallOptions): Promise<number>;
  /** What every order is that was sent with this client, and what is known of it. */
  readonly sentOrders: SentOrders;
  /** Why opening orders are refused; undefined while they are not. */
  readonly halted: HaltOrder | undefined;
  /** Whether the next process goes on with the present halt, or with its end: what the intent store said of it. */
  readonly haltKeeping: HaltKeeping;
  /**
   * Refuses opening orders with `halted`, and stops those of which no byte has left: in the throttle, in the intent store, on a connection
   * that is still being made. It stays so, in the next process too where there is an intent store, until {@link RestClient.resume}.
   * Cancels and closing orders go on. This alone cancels nothing: a trader of this client does.
   */
  halt(reason: string, options?: HaltOptions): void;
  /**
   * Opening orders are let through again, whoever halted; with a reason, only if trading is halted for no other.
   *
   * @returns whether they are let through now
   * @throws ValidationError `option-invalid`: nothing is ended
   */
  resume(options?: ResumeOptions): boolean;
  /** Calls back with each halt, with one of an earlier process too, and without one when trading is resumed. Returns what ends it. */
  onHalt(listener: (halt: HaltOrder | undefined) => void): () => void;
  /** Calls back when the intent store first refuses to keep a halt, or its end; the write is repeated. Returns a function that ends the listening. */
  onHaltNotKept(listener: HaltNotKeptListener): () => void;
  /**
   * Resolves when the intent store has told what earlier processes left. The first order waits for it by itself.
   *
   * @throws what the store throws
   */
  recall(): Promise<void>;
  /** Takes no more calls, and ends waiting calls with `closed`. A call that was sent runs to its end and is not repeated. */
  close(): void;
}

/**
 * Makes a client for one account, with every operation as a function. Where bytes count, {@link createCaller} and the operations
 * that are used, imported one by one, are less.
 *
 * @throws ValidationError `option-invalid`
 */
export function createRestClient(options: CallerOptions, ports: CallerPorts): RestClient {
  const caller = new Caller(options, ports);
  const { desk, listeners, closing, mayRepeat } = caller;
  const knownId = (orderId: string): string | undefined => desk.sent.find({ orderId })?.clientOrderId;
  const venueTime: ResolveParts["venueTime"] = () => caller.venueNow();
  const knownSinceMs: ResolveParts["knownSinceMs"] = (signed) => desk.knownSinceMs(signed);
  const { clock } = ports;
  const resolving = { venue: caller, clock, listeners, venueTime, knownSinceMs, knownId, mayRepeat, closing };
  const resolve: RestClient["resolveOrders"] = async (unknowns, resolveOptions) => {
    checkOptions(resolveOptions, resolveOptionTable);
    const verdicts = await resolveOrders(resolving, unknowns, resolveOptions);
    await Promise.all(
      unknowns.map((unknown, index) => desk.settled(outcomeOf(unknown), verdicts[index] as OrderVerdict)),
    );
    return verdicts;
  };
  return {
    usdt: operationFunctions(caller, usdt),
    coin: operationFunctions(caller, coin),
    spot: operationFunctions(caller, spot),
    wallet: operationFunctions(caller, wallet),
    careful: createCarefulCalls(resolving),
    addresses: caller.addresses,
    call: (operation, params, callOptions) => caller.call(operation, params, callOptions),
    mayRepeat,
    venueTime: () => caller.venueTime(),
    measureVenueTime: () => caller.measureVenueTime(),
    throttleStatistics: () => caller.throttleStatistics(),
    rotate: (credential) => caller.rotate(credential),
    resolveOrder: async (unknown, resolveOptions) => (await resolve([unknown], resolveOptions))[0] as OrderVerdict,
    resolveOrders: resolve,
    resolvePending: async (resolveOptions) => {
      checkOptions(resolveOptions, resolveOptionTable);
      await desk.recall();
      const outcomes = await desk.pending.resolve((intents) => resolveOrders(resolving, intents, resolveOptions));
      await Promise.all(outcomes.map(({ intent, verdict }) => desk.settled(intent, verdict)));
      return outcomes;
    },
    sentOrders: desk.sent,
    get halted() {
      return desk.gate.halt;
    },
    get haltKeeping() {
      return desk.keptHalt.keeping;
    },
    halt: (reason, haltOptions) => desk.halt(reason, clock.epochMs(), haltOptions),
    resume: (resumeOptions) => desk.resume(resumeOptions),
    onHalt: (listener) => desk.onHalt(listener),
    onHaltNotKept: (listener) => desk.onHaltNotKept(listener),
    recall: () => desk.recall(),
    refreshAddresses: (callOptions) => refreshAddresses(caller, callOptions),
    close: () => caller.close(),
  };
}

/**
 * Makes what calls operations, without naming any: for bundles that want only what they use.
 *
 * @throws ValidationError `option-invalid`
 */
export function createCaller(options: CallerOptions, ports: CallerPorts): Caller {
  return new Caller(options, ports);
}

/**
 * Calls one operation: `call(venue, usdt.placeOrder, {...}, { signal })`.
 *
 * @throws as {@link Caller.call}
 */
export function call<Op extends Operation>(
  venue: CallMaker,
  operation: Op,
  params: PassedOf<Op>,
  options?: CallOptions,
): Promise<ResultOf<Op>> {
  return venue.call(operation, params, options);
}

async function refreshAddresses(caller: Caller, options: CallOptions | undefined): Promise<number> {
  const domains = await caller.call(usdt.getAlternateDomains, {}, options);
  const mustBeSecure = caller.addresses.present("rest").startsWith("https:");
  for (const { restUrl } of domains) {
    // An answer may add addresses, but never one that shows signed requests to everybody.
    if (!mustBeSecure || restUrl.startsWith("https:")) {
      caller.addresses.add("rest", restUrl);
    }
  }
  return caller.addresses.all("rest").length;
}
