import type { Clock } from "@depthwire/core";
import type { Command, ExchangeEvent, ExchangeView } from "@depthwire/exchange";
import { type AccountId, type AccountView, viewAccount } from "@depthwire/exchange/internal";
import { assembleSandbox, operatorSnapshots, pushServicesOf, restServicesOf, runSandbox } from "../assemble.js";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { EventListener } from "../host/exchange-host.js";
import type { DataOptions } from "../journal/data-options.js";
import type { MarketStatus } from "../market/market-player.js";
import { type SandboxOperator, sandboxOperator } from "../operator.js";
import { type SandboxOptions, type SandboxSettings, settingsOf } from "../options.js";
import { pushPath } from "../push/push-path.js";
import { createRoutes } from "../rest/routes.js";
import { forkedExchange, forkSettings } from "../snapshots/forked.js";
import type { Snapshots } from "../snapshots/snapshots.js";
import type { VenueSnapshot } from "../snapshots/venue-snapshots.js";
import type { SandboxPorts } from "../venue-ports.js";
import { connectInMemory, type InMemorySocket, type InMemorySocketHandlers } from "./connection.js";
import { ownListener } from "./listener.js";

/** What means nothing without a port. */
type PortOption = "port" | "whenPortIsTaken" | "host" | "allowHosts" | "allowOrigins" | "maxConnectionsPerAddress";

/** How a venue in memory is set up: as a sandbox, but for its port and its clock. One pair by default. */
export interface InMemoryVenueOptions extends Omit<SandboxOptions, PortOption | "clock" | keyof DataOptions> {
  /** Epoch milliseconds at which its time starts; 2026-01-01 by default. */
  readonly startMs?: number;
}

/** One HTTP request, without a network. */
export interface InMemoryRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One HTTP answer. */
export interface InMemoryResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** A whole venue without a port and without a real clock: REST, both push protocols, faults, and the exchange behind them. */
export interface InMemoryVenue {
  /** The venue's clock; give it to clients too, so that both have the same time. */
  readonly clock: Clock;
  /** Where its REST interface seems to be. */
  readonly restUrl: string;
  /** Where both push protocols seem to be. */
  readonly pushUrl: string;
  readonly serviceName: string;
  /** The demo account's key and secret. They open nothing but this venue. */
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
  /** The demo account's user id. */
  readonly userId: number;
  readonly pairs: readonly string[];
  /** Faults on demand. */
  readonly faults: FaultPlan;
  /** Copies of the venue as it was: going back to one, beginning a second venue from one. */
  readonly snapshots: Snapshots<InMemoryVenue>;
  /** The venue's time, its latency, scenarios and exports: what the operator's addresses do, as calls. */
  readonly operator: SandboxOperator;
  /** The truth, for reading. */
  readonly exchange: ExchangeView;
  /** How far the recorded market is; nothing where the venue has another. */
  readonly market: MarketStatus | undefined;
  /** The truth about an account: what it has, holds, and has waiting. */
  account(userId: AccountId): AccountView;
  /** From now on the listener hears every event. */
  listen(listener: EventListener): void;
  /** Carries out one command now: other traders, the operator. */
  apply(command: Command): readonly ExchangeEvent[];
  /** Hands a request to the venue. It is answered without time passing, unless a fault delays it. */
  request(request: InMemoryRequest): Promise<InMemoryResponse>;
  /** Connects to the push protocols. The handlers are called while time passes. */
  connect(handlers: InMemorySocketHandlers): InMemorySocket;
  /** Lets `ms` milliseconds pass at once: code that awaits a promise continues only after all of them. */
  advance(ms: number): void;
  /** Lets `ms` milliseconds pass step by step: between two steps everybody who waits for a promise has his turn. */
  elapse(ms: number): Promise<void>;
  /** As {@link InMemoryVenue.elapse}, until a promise is settled. @throws RangeError after `maxMs` */
  settle<Value>(promise: Promise<Value>, maxMs?: number): Promise<Value>;
  /** Ends everything that runs by itself. */
  close(): void;
}

const usualStartMs = Date.UTC(2026, 0, 1);
const origin = "venue.invalid";
const oneHourMs = 3_600_000;

/** One pair where nobody says which, unless a recorded market does. */
export function usualPairsOf({ market }: Pick<SandboxOptions, "market">): Pick<SandboxOptions, "pairs"> {
  return market === undefined ? { pairs: 1 } : {};
}

/**
 * A venue whose time passes only when you say so, in any runtime: a page, a worker, Node. The same options and calls give the same
 * answers, to the byte, wherever the ports compress alike.
 *
 * @param ports what it has of its runtime
 * @throws ValidationError `option-invalid`
 */
export function createVenueWith(ports: SandboxPorts, options: InMemoryVenueOptions = {}): InMemoryVenue {
  // With a seed, keys and secrets follow from it as well.
  const { startMs = usualStartMs, seed = 1, ...rest } = options;
  const clock = new VirtualClock(startMs);
  return venueOf(ports, settingsOf({ ...usualPairsOf(rest), ...rest, seed }, { ...ports, clock }), clock);
}

/** Begins a venue from another one's snapshot. */
function fork(ports: SandboxPorts, settings: SandboxSettings, snapshot: VenueSnapshot): InMemoryVenue {
  const clock = new VirtualClock(snapshot.atMs);
  return venueOf(ports, { ...forkSettings(settings), clock }, clock, snapshot);
}

function venueOf(
  ports: SandboxPorts,
  settings: SandboxSettings,
  clock: VirtualClock,
  snapshot?: VenueSnapshot,
): InMemoryVenue {
  const parts = assembleSandbox(settings, snapshot === undefined ? undefined : forkedExchange(settings, snapshot));
  const { host, hub, faults, account, steerable, snapshots, scenarios } = parts;
  const addresses = { rest: `http://${origin}`, push: `ws://${origin}${pushPath}` };
  const rest = restServicesOf(parts, settings, addresses);
  const routes = createRoutes(rest);
  const services = pushServicesOf(parts, settings);
  const { maxBufferedBytes } = settings;
  const requests = new RequestCounter();
  const elapse = (untilMs: number, isOver: () => boolean): Promise<void> =>
    pass({ clock, requests, nextTurn: ports.nextTurn }, untilMs, isOver);
  const close = runSandbox(parts, settings);
  if (snapshot !== undefined) {
    snapshots.adopt(snapshot);
  }
  return {
    clock: {
      // The time of day goes back with the venue; how long things last does not.
      epochMs: () => steerable.epochMs(),
      monotonicMs: () => clock.monotonicMs(),
      after: (delayMs, callback) => clock.after(delayMs, callback),
    },
    restUrl: addresses.rest,
    pushUrl: addresses.push,
    serviceName: settings.serviceName,
    credential: { apiKey: account.apiKey, apiSecret: account.apiSecret },
    userId: account.userId,
    pairs: settings.markets.map((market) => market.pair),
    faults,
    snapshots: {
      ...operatorSnapshots(snapshots, scenarios),
      fork: (name) => fork(ports, settings, snapshots.find(name)),
    },
    operator: sandboxOperator(rest),
    exchange: host.exchange,
    get market() {
      return settings.market?.status();
    },
    account: (userId) => viewAccount(host.exchange.state, userId),
    listen: (listener) => host.listen(ownListener(listener)),
    apply: (command) => host.apply(command),
    request: (request) => requests.count(answer(routes, addresses.rest, request)),
    connect: (handlers) =>
      connectInMemory({ clock, hub, services, isRefused: faults.takeRefusal(), maxBufferedBytes }, handlers),
    advance: (ms) => clock.advance(ms),
    elapse: (ms) => elapse(clock.monotonicMs() + ms, () => false),
    settle: (promise, maxMs = oneHourMs) =>
      settle(promise, maxMs, (isOver) => elapse(clock.monotonicMs() + maxMs, isOver)),
    close,
  };
}

/** @param wait lets time pass until it is over, or `maxMs` have passed */
async function settle<Value>(
  promise: Promise<Value>,
  maxMs: number,
  wait: (isOver: () => boolean) => Promise<void>,
): Promise<Value> {
  let isSettled = false;
  const settled = (): void => {
    isSettled = true;
  };
  promise.then(settled, settled);
  await wait(() => isSettled);
  if (!isSettled) {
    throw new RangeError(`not settled within ${maxMs} ms`);
  }
  return promise;
}

async function answer(
  routes: ReturnType<typeof createRoutes>,
  base: string,
  { method, target, headers, body }: InMemoryRequest,
): Promise<InMemoryResponse> {
  const init = body === undefined ? { method, headers } : { method, headers, body };
  const response = await routes.fetch(new Request(base + target, init));
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Knows how many requests have not been answered. */
class RequestCounter {
  open = 0;

  async count<Value>(request: Promise<Value>): Promise<Value> {
    this.open += 1;
    try {
      return await request;
    } finally {
      this.open -= 1;
    }
  }
}

/** Most turns that a request is waited for before time goes on: a fault may keep it until later. */
const maxTurns = 20;

interface PassingTime extends Pick<SandboxPorts, "nextTurn"> {
  readonly clock: VirtualClock;
  readonly requests: RequestCounter;
}

async function pass({ clock, requests, nextTurn }: PassingTime, untilMs: number, isOver: () => boolean): Promise<void> {
  do {
    await nextTurn();
    for (let turns = 1; requests.open > 0 && turns < maxTurns; turns++) {
      await nextTurn();
    }
    if (isOver()) {
      return;
    }
  } while (clock.runNext(untilMs));
  clock.moveTo(untilMs);
}
