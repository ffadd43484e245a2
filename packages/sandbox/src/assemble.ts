import type { CancelTimer } from "@depthwire/core";
import { encodePing } from "@depthwire/core/internal";
import { createRandomState, nextHex } from "@depthwire/exchange/internal";
import { every } from "./clock/beat.js";
import { SandboxClock } from "./clock/sandbox-clock.js";
import { FaultPlan } from "./faults/fault-plan.js";
import { Barrier } from "./host/barrier.js";
import { ExchangeHost, type LoggedExchange } from "./host/exchange-host.js";
import { openDemoKey, openingCommands } from "./host/opening-funds.js";
import { type ApiAccount, ApiKeys, findDemoAccount, makeDemoAccount } from "./keys/api-keys.js";
import { exchangeConfigOf, type SandboxSettings } from "./options.js";
import { mirrorFeed } from "./paper/mirror-feed.js";
import { profileRules } from "./profile.js";
import { ChannelDialect } from "./push/dialect/channel-dialect.js";
import { PrefixDialect } from "./push/dialect/prefix-dialect.js";
import type { Feed } from "./push/feed.js";
import { FeedPublisher } from "./push/feed-publisher.js";
import { FrameWriter } from "./push/frame-writer.js";
import { Hub } from "./push/hub.js";
import { startLoad } from "./push/load-generator.js";
import { ChannelOutlet } from "./push/outlet/channel-outlet.js";
import { PrefixOutlet } from "./push/outlet/prefix-outlet.js";
import { PrivateSessions } from "./push/private-sessions.js";
import type { PushServices } from "./push/push-client.js";
import { OrderedRefusals } from "./rest/ordered-refusals.js";
import { RateLimit } from "./rest/rate-limit.js";
import { ReplayMemory } from "./rest/replay-memory.js";
import type { RestServices } from "./rest/rest-services.js";

/** What a sandbox is made of, before it has a port. */
export interface SandboxParts {
  /** Keeps what goes wrong for one client from everybody else. */
  readonly barrier: Barrier;
  readonly clock: SandboxClock;
  readonly keys: ApiKeys;
  readonly account: ApiAccount;
  readonly faults: FaultPlan;
  readonly frames: FrameWriter;
  readonly host: ExchangeHost;
  readonly hub: Hub;
  readonly feeds: FeedPublisher;
  readonly dialects: PushServices["dialects"];
}

/**
 * Puts a sandbox together: its exchange with the opening funds, and its publishers. Nothing listens yet, and no time passes.
 *
 * @param kept an exchange that is kept, which may go on from where it ended; absent: nothing is kept
 */
export function assembleSandbox(settings: SandboxSettings, kept?: LoggedExchange): SandboxParts {
  const { seed, markets, depthIntervalMs, profile, plainBelowBytes, serviceName, logger } = settings;
  const barrier = new Barrier(logger);
  const clock = new SandboxClock(settings.clock, barrier);
  const rules = profileRules[profile];
  const faults = new FaultPlan(seed);
  faults.add(...settings.faults);
  const compress = settings.deflate[rules.compression];
  const frames = new FrameWriter(rules, compress, plainBelowBytes);
  const host = new ExchangeHost(exchangeConfigOf(settings), clock, kept, barrier);
  const account = findDemoAccount(host.exchange.state) ?? makeDemoAccount(settings.keys);
  const opening = host.isNew ? [openDemoKey(account), ...openingCommands(markets, settings.terms)] : [];
  for (const command of opening) {
    host.apply(command);
  }
  const keys = new ApiKeys(() => host.exchange.state, nextHex(createRandomState(seed, "decoy"), 40));
  const hub = new Hub();
  const prefix = new PrefixOutlet(frames, rules);
  const plain = new ChannelOutlet({ serviceName, rules, compress, binary: false });
  const binary = new ChannelOutlet({ serviceName, rules, compress, binary: true });
  const outlets = [prefix, plain, binary];
  const feeds = new FeedPublisher({ host, hub, outlets, faults, clock, depthIntervalMs, barrier });
  const dialects = {
    prefix: new PrefixDialect(frames, prefix),
    channel: new ChannelDialect(serviceName, { plain, binary }),
  };
  return { barrier, clock, keys, account, faults, frames, host, hub, feeds, dialects };
}

/** Whether there is such a feed: its pair is traded, and contracts alone have tag prices. */
function hasFeed({ exchange }: ExchangeHost, { kind, pair }: Feed): boolean {
  const market = exchange.market(pair);
  return market !== undefined && (kind !== "tag-price-kline" || market.family !== "spot");
}

/** Lets time run: ticks, publications, pings. */
export function runSandbox({ clock, host, hub, frames, feeds }: SandboxParts, settings: SandboxSettings): CancelTimer {
  const { pingIntervalMs, profile } = settings;
  const stopPings = every(clock, pingIntervalMs, () => {
    const isJson = profileRules[profile].ping === "control-and-json";
    hub.pingAll(isJson ? frames.notice(encodePing(clock.epochMs())) : undefined);
  });
  const stopMarkets = host.start(
    settings,
    (pair) => feeds.isWanted(pair),
    (pair) => feeds.publish(pair),
  );
  const pairs = settings.markets.map((market) => market.pair);
  const target = { pairs, isDepthWanted: (pair: string) => feeds.isDepthWanted(pair), load: feeds.load.bind(feeds) };
  const stopLoad = settings.rate > 0 ? startLoad(clock, hub, target, settings.rate) : () => {};
  const sink = mirrorFeed({ market: (pair) => host.exchange.market(pair), apply: (command) => host.apply(command) });
  const stopFeed = settings.feed?.start(sink);
  return () => {
    stopFeed?.();
    stopLoad();
    stopMarkets();
    stopPings();
    feeds.stop();
  };
}

/** What answers HTTP works with. */
export function restServicesOf(
  { barrier, clock, host, feeds, faults, keys }: SandboxParts,
  settings: SandboxSettings,
  addresses: RestServices["addresses"],
): RestServices {
  const { logger, profile, serviceName, wireForms, timestampToleranceMs, refuseReplays } = settings;
  return {
    host,
    feeds,
    faults,
    barrier,
    clock,
    keys,
    rate: new RateLimit(settings),
    refusals: new OrderedRefusals(),
    replays: refuseReplays ? new ReplayMemory(timestampToleranceMs) : undefined,
    timestampToleranceMs,
    profile,
    serviceName,
    wireForms,
    addresses,
    logger,
    operatorPolicy: settings.guard.operatorPolicy,
    makeKey: settings.keys,
  };
}

/** What push clients can reach. */
export function pushServicesOf(parts: SandboxParts, { serviceName, guard, logger }: SandboxSettings): PushServices {
  const { barrier, clock, host, hub, feeds, keys, dialects } = parts;
  const sessions = new PrivateSessions(host, hub, feeds);
  const { messagesPerSecond, subscriptionsPerSecond } = guard;
  return {
    barrier,
    hub,
    feeds,
    sessions,
    keys,
    dialects,
    serviceName,
    clock,
    bounds: { messagesPerSecond, subscriptionsPerSecond },
    logger,
    hasFeed: (feed) => hasFeed(host, feed),
  };
}
