import type { CancelTimer } from "@depthwire/core";
import { encodePing } from "@depthwire/core/internal";
import { createRandomState, nextHex } from "@depthwire/exchange/internal";
import { SandboxClock } from "./clock/sandbox-clock.js";
import { SteerableClock } from "./clock/steerable-clock.js";
import { VenueTime } from "./clock/venue-time.js";
import { FaultPlan } from "./faults/fault-plan.js";
import { RefusalLog } from "./guard/refusal-log.js";
import { Barrier } from "./host/barrier.js";
import { ExchangeHost, type GivenExchange } from "./host/exchange-host.js";
import { openDemoKey, openingCommands, pastCommands } from "./host/opening-funds.js";
import { type ApiAccount, ApiKeys, findDemoAccount, makeDemoAccount } from "./keys/api-keys.js";
import { Latency } from "./latency/latency.js";
import { castOf, exchangeConfigOf, type SandboxSettings } from "./options.js";
import { mirrorFeed } from "./paper/mirror-feed.js";
import { ScenarioPlayer } from "./play/scenario-player.js";
import { profileRules } from "./profile.js";
import { ChannelDialect } from "./push/dialect/channel-dialect.js";
import { PrefixDialect } from "./push/dialect/prefix-dialect.js";
import type { Feed } from "./push/feed.js";
import { FeedPublisher } from "./push/feed-publisher.js";
import { FrameWriter } from "./push/frame-writer.js";
import { Hub } from "./push/hub.js";
import { LoadGenerator } from "./push/load-generator.js";
import { ChannelOutlet } from "./push/outlet/channel-outlet.js";
import { PrefixOutlet } from "./push/outlet/prefix-outlet.js";
import { PrivateSessions } from "./push/private-sessions.js";
import type { PushServices } from "./push/push-client.js";
import { OrderedRefusals } from "./rest/ordered-refusals.js";
import { RateLimit } from "./rest/rate-limit.js";
import { ReplayMemory } from "./rest/replay-memory.js";
import type { RestServices } from "./rest/rest-services.js";
import type { ForkDesk } from "./snapshots/fork-desk.js";
import type { SnapshotDesk } from "./snapshots/snapshots.js";
import { VenueSnapshots } from "./snapshots/venue-snapshots.js";

/** What a sandbox is made of, before it has a port. */
export interface SandboxParts {
  /** Keeps what goes wrong for one client from everybody else. */
  readonly barrier: Barrier;
  /** Tells the logger who was refused. */
  readonly refusalLog: RefusalLog;
  readonly clock: SandboxClock;
  /** What steers it. */
  readonly time: VenueTime;
  readonly steerable: SteerableClock;
  readonly latency: Latency;
  readonly scenarios: ScenarioPlayer;
  readonly snapshots: VenueSnapshots;
  readonly keys: ApiKeys;
  readonly account: ApiAccount;
  readonly faults: FaultPlan;
  readonly frames: FrameWriter;
  readonly host: ExchangeHost;
  readonly hub: Hub;
  readonly feeds: FeedPublisher;
  readonly dialects: PushServices["dialects"];
}

/** How far a machine's clock may go back between an end and a start without the venue's time running away from it, in milliseconds. */
const maxClockErrorMs = 10_000;

/**
 * Puts a sandbox together: its exchange with the opening funds, and its publishers. Nothing listens yet, and no time passes.
 *
 * @param given an exchange that goes on from where it ended, and may be kept; absent: it begins, and nothing is kept
 */
export function assembleSandbox(settings: SandboxSettings, given?: GivenExchange): SandboxParts {
  const { seed, markets, depthIntervalMs, profile, plainBelowBytes, serviceName, logger } = settings;
  const barrier = new Barrier(logger);
  const refusalLog = new RefusalLog(logger, () => settings.clock.monotonicMs());
  const steerable = new SteerableClock(settings.clock);
  const keptMs = given?.exchange.state.now ?? 0;
  if (keptMs > steerable.epochMs() + maxClockErrorMs) {
    // Time had been sent ahead: it goes on from there.
    steerable.setEpoch(keptMs);
  }
  const clock = new SandboxClock(steerable, barrier);
  const rules = profileRules[profile];
  const faults = new FaultPlan(seed);
  faults.add(...settings.faults);
  const compress = settings.deflate[rules.compression];
  const frames = new FrameWriter(rules, compress, plainBelowBytes);
  const host = new ExchangeHost(exchangeConfigOf(settings), clock, given, barrier);
  const account = findDemoAccount(host.exchange.state) ?? makeDemoAccount(settings.keys);
  const opening = host.isNew
    ? [...pastCommands(settings), openDemoKey(account), ...openingCommands(markets, settings.terms)]
    : [];
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
  const { tickIntervalMs, nextTurn } = settings;
  const time = new VenueTime({ clock: steerable, host, tickIntervalMs, nextTurn });
  const latency = new Latency(clock, seed, settings.latency);
  for (const number of settings.latency.accounts.keys()) {
    if (!host.exchange.state.users.has(number)) {
      const text = `there is no account ${number} yet: its delays count from when it is opened`;
      logger?.log("warn", "latency-account-absent", { account: number, text });
    }
  }
  const snapshots = new VenueSnapshots({
    host,
    clock: steerable,
    machine: settings.clock,
    hub,
    feeds,
    takingBack: () => scenarios.takingBack(),
    isFed: settings.feed !== undefined,
  });
  snapshots.include("faults", faults);
  snapshots.include("latency", latency);
  const scenarios: ScenarioPlayer = new ScenarioPlayer({ clock, host, faults, hub, latency, snapshots });
  const access = { keys, account, faults };
  const venue = { barrier, refusalLog, clock, steerable, time, latency, scenarios, snapshots };
  return { ...venue, ...access, frames, host, hub, feeds, dialects };
}

/** Whether there is such a feed: its pair is traded, and contracts alone have tag prices. */
function hasFeed({ exchange }: ExchangeHost, { kind, pair }: Feed): boolean {
  const market = exchange.market(pair);
  return market !== undefined && (kind !== "tag-price-kline" || market.family !== "spot");
}

/** Lets time run: ticks, publications, pings. */
export function runSandbox(
  { clock, host, hub, frames, feeds, scenarios, snapshots }: SandboxParts,
  settings: SandboxSettings,
): CancelTimer {
  const { pingIntervalMs, profile, clock: machine } = settings;
  const { agenda } = host;
  const stopPings = agenda.repeat("ping", { intervalMs: pingIntervalMs }, () => {
    const isJson = profileRules[profile].ping === "control-and-json";
    hub.pingAll({
      frame: isJson ? frames.notice(encodePing(clock.epochMs())) : undefined,
      atMs: machine.monotonicMs(),
      answerWithinMs: pingIntervalMs,
    });
  });
  const stopMarkets = host.start(
    settings,
    (pair) => feeds.isWanted(pair),
    (pair) => feeds.publish(pair),
    (work) => hub.inOneWrite(work),
  );
  const pairs = settings.markets.map((market) => market.pair);
  const target = { pairs, isDepthWanted: (pair: string) => feeds.isDepthWanted(pair), load: feeds.load.bind(feeds) };
  const load = new LoadGenerator(hub, target, settings.rate);
  snapshots.include("load", load);
  const stopLoad = settings.rate > 0 ? load.start(agenda) : () => {};
  const sink = mirrorFeed(
    { market: (pair) => host.exchange.market(pair), apply: (command) => host.apply(command) },
    settings.queue,
  );
  if (settings.scenario !== undefined) {
    scenarios.play(settings.scenario);
  }
  const stopFeed = settings.feed?.start(sink, clock);
  return () => {
    stopFeed?.();
    stopLoad();
    stopMarkets();
    stopPings();
    feeds.stop();
  };
}

/** What answers HTTP works with. @param forks where forks have ports of their own; absent: nowhere */
export function restServicesOf(
  { barrier, refusalLog, clock, time, latency, scenarios, snapshots, host, feeds, faults, keys }: SandboxParts,
  settings: SandboxSettings,
  addresses: RestServices["addresses"],
  forks?: ForkDesk,
): RestServices {
  const { profile, serviceName, wireForms, timestampToleranceMs, refuseReplays } = settings;
  const rate = new RateLimit(settings);
  const refusals = new OrderedRefusals();
  const replays = refuseReplays ? new ReplayMemory(timestampToleranceMs) : undefined;
  snapshots.include("rate", rate);
  snapshots.include("refusals", refusals);
  if (replays !== undefined) {
    snapshots.include("replays", replays);
  }
  const cast = castOf(settings, {
    hasAccount: (account) => host.exchange.state.users.has(account),
    hasSnapshot: (name) => snapshots.has(name),
  });
  return {
    host,
    feeds,
    faults,
    barrier,
    clock,
    time,
    latency,
    scenarios,
    market: settings.market,
    snapshots: operatorSnapshots(snapshots, scenarios),
    forks,
    cast,
    keys,
    rate,
    refusals,
    replays,
    timestampToleranceMs,
    profile,
    serviceName,
    wireForms,
    addresses,
    refusalLog,
    operatorPolicy: settings.guard.operatorPolicy,
    nextTurn: settings.nextTurn,
    makeKey: settings.keys,
  };
}

/** Snapshots as the operator has them: who goes back ends the scenario that plays. */
export function operatorSnapshots(snapshots: VenueSnapshots, scenarios: ScenarioPlayer): SnapshotDesk {
  return {
    take: (name) => snapshots.take(name),
    list: () => snapshots.list(),
    remove: (name) => snapshots.remove(name),
    goBack: (name) => {
      snapshots.find(name);
      scenarios.stop();
      return snapshots.goBack(name);
    },
  };
}

/** What push clients can reach. */
export function pushServicesOf(parts: SandboxParts, settings: SandboxSettings): PushServices {
  const { serviceName, guard, clock: machine } = settings;
  const { barrier, refusalLog, latency, host, hub, feeds, keys, dialects, snapshots } = parts;
  const sessions = new PrivateSessions(host, hub, feeds);
  snapshots.includeSessions(sessions);
  const { messagesPerSecond, subscriptionsPerSecond } = guard;
  return {
    barrier,
    latency,
    hub,
    feeds,
    sessions,
    keys,
    dialects,
    serviceName,
    machine,
    bounds: { messagesPerSecond, subscriptionsPerSecond },
    refusalLog,
    hasFeed: (feed) => hasFeed(host, feed),
  };
}
