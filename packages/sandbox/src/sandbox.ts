import { type CancelTimer, encodePing } from "@depthwire/core";
import { type ApiAccount, ApiKeys, demoAccount } from "./api-keys.js";
import { every } from "./beat.js";
import type { ExchangeView } from "./exchange/exchange.js";
import { createRandomState, nextHex } from "./exchange/random-state.js";
import { ExchangeHost } from "./exchange-host.js";
import { FaultPlan } from "./faults/fault-plan.js";
import { openDemoKey, openingCommands } from "./opening-funds.js";
import { type SandboxOptions, type SandboxSettings, settingsOf } from "./options.js";
import { type Profile, profileRules } from "./profile.js";
import { acceptConnections, pushPath } from "./push/accept-connections.js";
import { ChannelDialect } from "./push/dialect/channel-dialect.js";
import { PrefixDialect } from "./push/dialect/prefix-dialect.js";
import type { Feed } from "./push/feed.js";
import { FeedPublisher } from "./push/feed-publisher.js";
import { FrameWriter } from "./push/frame-writer.js";
import { Hub } from "./push/hub.js";
import { ChannelOutlet } from "./push/outlet/channel-outlet.js";
import { PrefixOutlet } from "./push/outlet/prefix-outlet.js";
import { PrivateSessions } from "./push/private-sessions.js";
import type { PushServices } from "./push/push-client.js";
import { OrderedRefusals } from "./rest/ordered-refusals.js";
import { RateLimit } from "./rest/rate-limit.js";
import { ReplayMemory } from "./rest/replay-memory.js";
import type { RestServices } from "./rest/rest-services.js";
import { createRoutes } from "./rest/routes.js";
import { createHttpServer, listen, shut } from "./server.js";

/** How long clients have for their goodbye, in milliseconds. */
const goodbyeMs = 200;

/** Counts of a running sandbox. */
export interface SandboxStatistics {
  readonly connections: number;
  /** Depth publications that somebody listened to. */
  readonly messagesPublished: number;
  /** Clients cut off because they did not read. */
  readonly cutForSlowness: number;
}

/** A running sandbox. */
export interface Sandbox {
  readonly port: number;
  /** Base address of the REST interface. */
  readonly restUrl: string;
  /** Address of both push protocols. */
  readonly pushUrl: string;
  readonly profile: Profile;
  readonly serviceName: string;
  /** The demo account's key and secret. They open nothing but this sandbox. */
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
  /** The demo account's user id. */
  readonly userId: number;
  readonly pairs: readonly string[];
  /** Faults on demand. */
  readonly faults: FaultPlan;
  /** The truth, for reading. */
  readonly exchange: ExchangeView;
  statistics(): SandboxStatistics;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a sandbox is made of, before it has a port. */
interface Parts {
  readonly keys: ApiKeys;
  readonly account: ApiAccount;
  readonly faults: FaultPlan;
  readonly frames: FrameWriter;
  readonly host: ExchangeHost;
  readonly hub: Hub;
  readonly feeds: FeedPublisher;
  readonly dialects: PushServices["dialects"];
}

function assemble(settings: SandboxSettings): Parts {
  const { seed, markets, clock, depthIntervalMs, profile, plainBelowBytes, serviceName } = settings;
  const rules = profileRules[profile];
  const account = demoAccount(seed);
  const faults = new FaultPlan(seed);
  const frames = new FrameWriter(rules, plainBelowBytes);
  const host = new ExchangeHost({ seed, markets, clientIds: settings.clientIds }, clock);
  for (const command of [openDemoKey(account), ...openingCommands(markets)]) host.apply(command);
  const keys = new ApiKeys(() => host.exchange.state, nextHex(createRandomState(seed, "decoy"), 40));
  const hub = new Hub();
  const prefix = new PrefixOutlet(frames, rules);
  const plain = new ChannelOutlet({ serviceName, rules, binary: false });
  const binary = new ChannelOutlet({ serviceName, rules, binary: true });
  const outlets = [prefix, plain, binary];
  const feeds = new FeedPublisher({ host, hub, outlets, faults, clock, depthIntervalMs });
  const dialects = {
    prefix: new PrefixDialect(frames, prefix),
    channel: new ChannelDialect(serviceName, { plain, binary }),
  };
  return { keys, account, faults, frames, host, hub, feeds, dialects };
}

/** Whether there is such a feed: its pair is traded, and contracts alone have tag prices. */
function hasFeed({ exchange }: ExchangeHost, { kind, pair }: Feed): boolean {
  const market = exchange.market(pair);
  return market !== undefined && (kind !== "tag-price-kline" || market.family !== "spot");
}

/** Lets time run: ticks, publications, pings. */
function run({ host, hub, frames, feeds }: Parts, settings: SandboxSettings): CancelTimer {
  const { clock, pingIntervalMs, profile } = settings;
  const stopPings = every(clock, pingIntervalMs, () => {
    const isJson = profileRules[profile].ping === "json";
    hub.pingAll(isJson ? frames.notice(encodePing(clock.epochMs())) : undefined);
  });
  const stopMarkets = host.start(
    settings,
    (pair) => feeds.isWanted(pair),
    (pair) => feeds.publish(pair),
  );
  return () => {
    stopMarkets();
    stopPings();
    feeds.stop();
  };
}

function originOf(scheme: "http" | "ws", host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

async function endConnections(hub: Hub): Promise<void> {
  hub.closeAll();
  const deadline = Date.now() + goodbyeMs;
  while (hub.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  hub.cutAll();
}

function restServices(
  { host, feeds, faults, keys }: Parts,
  { logger, profile, serviceName, wireForms, timestampToleranceMs, refuseReplays, ...rates }: SandboxSettings,
  addresses: RestServices["addresses"],
): RestServices {
  return {
    host,
    feeds,
    faults,
    keys,
    rate: new RateLimit(rates),
    refusals: new OrderedRefusals(),
    replays: refuseReplays ? new ReplayMemory(timestampToleranceMs) : undefined,
    timestampToleranceMs,
    profile,
    serviceName,
    wireForms,
    logger,
    addresses,
  };
}

/**
 * Starts an exchange with its HTTP and WebSocket server on one port.
 *
 * @throws ValidationError `option-invalid`
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsOf(options);
  const parts = assemble(settings);
  const { host, hub, feeds, faults, account } = parts;
  // The port is known once the server listens, and nobody asks before.
  const addresses = { rest: "", push: "" };
  const server = createHttpServer(createRoutes(restServices(parts, settings, addresses)));
  const { maxBufferedBytes, serviceName } = settings;
  const sessions = new PrivateSessions(host, hub, feeds);
  const reachable = (feed: Feed): boolean => hasFeed(host, feed);
  acceptConnections(server, { ...parts, sessions, serviceName, hasFeed: reachable, maxBufferedBytes });
  const port = await listen(server, settings.port, settings.host);
  addresses.rest = originOf("http", settings.host, port);
  addresses.push = originOf("ws", settings.host, port) + pushPath;
  const stop = run(parts, settings);

  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    stop();
    await endConnections(hub);
    await shut(server);
  };
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };
  return {
    port,
    restUrl: addresses.rest,
    pushUrl: addresses.push,
    profile: settings.profile,
    serviceName: settings.serviceName,
    credential: { apiKey: account.apiKey, apiSecret: account.apiSecret },
    userId: account.userId,
    pairs: settings.markets.map((market) => market.pair),
    faults,
    exchange: host.exchange,
    statistics: () => ({
      connections: hub.size,
      messagesPublished: feeds.messagesPublished,
      cutForSlowness: hub.cutForSlowness,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
