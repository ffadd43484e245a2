import type { Clock } from "@depthwire/core";
import type { Command, ExchangeEvent, ExchangeView } from "@depthwire/exchange";
import { type AccountId, type AccountView, type ExchangeConfig, viewAccount } from "@depthwire/exchange/internal";
import { assembleSandbox, pushServicesOf, restServicesOf, runSandbox, type SandboxParts } from "../assemble.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { EventListener, GivenExchange } from "../host/exchange-host.js";
import { heldSocket } from "../journal/held-socket.js";
import type { MarketStatus } from "../market/market-player.js";
import { type SandboxOperator, sandboxOperator } from "../operator.js";
import { exchangeConfigOf, type SandboxSettings, settingsOf } from "../options.js";
import type { PushSocket } from "../push/push-connection.js";
import { pushPath } from "../push/push-path.js";
import { createRoutes } from "../rest/routes.js";
import type { SandboxPorts } from "../venue-ports.js";
import { connectInMemory, type InMemorySocket, type InMemorySocketHandlers } from "./connection.js";
import { ownListener } from "./listener.js";
import { type InMemoryVenueOptions, usualPairsOf } from "./venue-options.js";

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

/** A whole venue without a port, on a clock of somebody else's: REST, both push protocols, faults, and the exchange behind them. */
export interface HostedVenue {
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
  /** Ends everything that runs by itself. */
  close(): void;
}

/** What a venue begins with: an exchange that may be kept. Made from what decides the exchange of these options. */
export type BeginExchange = (config: ExchangeConfig) => GivenExchange;

/**
 * A venue on a clock of the caller's, for programs that bring their own time, and a log of commands that outlives the venue.
 *
 * @param begin absent: the exchange begins, and nothing is kept
 * @throws ValidationError `option-invalid`
 */
export function hostVenue(
  ports: SandboxPorts,
  options: Omit<InMemoryVenueOptions, "startMs">,
  clock: Clock,
  begin?: BeginExchange,
): HostedVenue {
  const { seed = 1, ...rest } = options;
  const settings = settingsOf({ ...usualPairsOf(rest), ...rest, seed }, { ...ports, clock });
  return openHosted(settings, clock, begin?.(exchangeConfigOf(settings))).venue;
}

const origin = "venue.invalid";

/** A venue and what it is made of: time passes by the clock's will. */
export function openHosted(
  settings: SandboxSettings,
  clock: Clock,
  given?: GivenExchange,
): { readonly venue: HostedVenue; readonly parts: SandboxParts } {
  const parts = assembleSandbox(settings, given);
  const { host, hub, faults, account, steerable } = parts;
  const addresses = { rest: `http://${origin}`, push: `ws://${origin}${pushPath}` };
  const rest = restServicesOf(parts, settings, addresses);
  const routes = createRoutes(rest);
  const services = pushServicesOf(parts, settings);
  const { maxBufferedBytes } = settings;
  const { journal } = given ?? {};
  const hold = (socket: PushSocket): PushSocket => (journal === undefined ? socket : heldSocket(socket, journal));
  const close = runSandbox(parts, settings);
  const venue: HostedVenue = {
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
    operator: sandboxOperator(rest),
    exchange: host.exchange,
    get market() {
      return settings.market?.status();
    },
    account: (userId) => viewAccount(host.exchange.state, userId),
    listen: (listener) => host.listen(ownListener(listener)),
    apply: (command) => host.apply(command),
    request: (request) => answer(routes, addresses.rest, request),
    connect: (handlers) => {
      const isRefused = host.hasEnded || faults.takeRefusal();
      return connectInMemory({ clock, hub, services, hold, isRefused, maxBufferedBytes }, handlers);
    },
    close,
  };
  return { venue, parts };
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
