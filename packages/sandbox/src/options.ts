import { type Clock, type Logger, ValidationError } from "@depthwire/core";
import {
  contractPairs,
  type ExchangeConfig,
  type IdSize,
  idSizes,
  type Market,
  marketOf,
  type QueueRule,
  wholeVenue,
} from "@depthwire/exchange/internal";
import { defaultServiceName } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import type { FaultRule } from "./faults/fault.js";
import { type GuardOptions, type GuardSettings, guardSettingsOf, withoutGuard } from "./guard/guard-options.js";
import { type DataOptions, type DataSettings, dataSettingsOf } from "./journal/data-options.js";
import { demoUserId } from "./keys/api-keys.js";
import { freshKeys, type KeySource, type RandomBytes, seededKeys } from "./keys/key-source.js";
import { checkLatency, type LatencySettings } from "./latency/check-latency.js";
import type { LatencyOptions } from "./latency/latency-options.js";
import type { MarketOptions } from "./market/market-options.js";
import type { MarketPlayer } from "./market/market-player.js";
import { marketSourceOf } from "./market/market-source.js";
import type { MarketFeed } from "./paper/market-feed.js";
import type { PreparedScenario, Scenario } from "./play/scenario.js";
import { scenarioOf } from "./play/scenario-option.js";
import type { Cast } from "./play/stage.js";
import { type Profile, profileRules, profiles } from "./profile.js";
import { usualRate } from "./rest/rate-limit.js";
import { type WireForms, wireFormKinds } from "./rest/wire-form.js";
import { marketsWithTerms } from "./terms/apply-terms.js";
import { checkTerms } from "./terms/check-terms.js";
import type { TermsOptions, VenueTerms } from "./terms/terms-options.js";
import type { SandboxPorts } from "./venue-ports.js";

/** How a sandbox is set up. Everything has a default. */
export interface SandboxOptions extends DataOptions, GuardOptions {
  /** TCP port for HTTP and WebSocket; 0: any free one (the default). */
  readonly port?: number;
  /** What happens when somebody else has that port: the start is refused (the default), or any free one is taken. */
  readonly whenPortIsTaken?: "refuse" | "take-any";
  /**
   * Names of pairs, or how many USDT-margined ones: real coins first, then synthetic ones. By default the whole venue: 20 of
   * them, two coin-margined contracts, five spot markets.
   */
  readonly pairs?: number | readonly string[];
  /**
   * Decides market and faults; 1 by default. When it is given, keys and secrets that the sandbox makes up follow from it too, and whoever
   * knows the seed knows them; else they are drawn from `randomBytes`.
   */
  readonly seed?: number;
  /** Where made-up keys and secrets come from when no seed is given; the system's secure source by default. */
  readonly randomBytes?: RandomBytes;
  /** Whose habits the sandbox has; `documented` by default. */
  readonly profile?: Profile;
  /** Which forms of requests are taken: `tolerant` also those of deployments. By default what the profile says. */
  readonly wireForms?: WireForms;
  /** The deployment's name in header and channel names; `svc` by default. */
  readonly serviceName?: string;
  /** Between two publications of one pair's depth, in milliseconds; 100 by default. */
  readonly depthIntervalMs?: number;
  /**
   * Depth messages a second beyond those of the interval, over all pairs that somebody listens to: at most 1000 of each pair. 0 by
   * default. They change quantities only; trades and money know nothing of them.
   */
  readonly rate?: number;
  /** Between two ticks of index and agents, in milliseconds; 100 by default. */
  readonly tickIntervalMs?: number;
  /** Data messages shorter than this are not compressed; 256 by default. */
  readonly plainBelowBytes?: number;
  /** Between two pings to a client, in milliseconds; 10 s by default. */
  readonly pingIntervalMs?: number;
  /** A client that leaves more than this unread is cut off; 4 MiB by default. */
  readonly maxBufferedBytes?: number;
  /** REST requests that one API key, or one address without a key, may send within the window; 30 by default, 0: any number. */
  readonly requestsPerWindow?: number;
  /** The window in which requests are counted, in milliseconds; it slides. 5 s by default. */
  readonly requestWindowMs?: number;
  /** How far a signed timestamp may be from the venue's time, in milliseconds; 30 s by default. */
  readonly timestampToleranceMs?: number;
  /** Whether a signature is taken only once; false by default. Two equal requests of one millisecond have one signature. */
  readonly refuseReplays?: boolean;
  /** Whether two orders of a user may have the same client id; `repeatable` by default, `unique` refuses the second with 2034. */
  readonly clientIds?: "repeatable" | "unique";
  /**
   * How large the ids of orders, plans, deposits and withdrawals are: `small`, below 2^53, by default; `large` shows which clients
   * read them as doubles. Ids of fills, changes and deals are text above 2^53 either way.
   */
  readonly ids?: IdSize;
  /** Leverage brackets, fees, limits, price band, insurance, funding period. What is usual by default. */
  readonly terms?: TermsOptions;
  /** How long requests, answers and pushed messages take; none of it any time by default. The jitter follows from the seed. */
  readonly latency?: LatencyOptions;
  /** What happens when, from the beginning: a scenario, or the name of one that comes with the sandbox. Nothing by default. */
  readonly scenario?: string | Scenario;
  /** How far back candles, tag prices, deals and tickers go at the start, in milliseconds: up to a year. 0 by default: nothing has happened yet. Markets from outside have no past. */
  readonly historyMs?: number;
  /** Faults that are ordered from the beginning; none by default. */
  readonly faults?: readonly FaultRule[];
  /** Market data of another venue that take the place of the sandbox's own agents: paper trading. */
  readonly feed?: MarketFeed;
  /** A recorded market that takes the place of the sandbox's own agents. Its pairs are the sandbox's, unless `pairs` chooses among them. */
  readonly market?: MarketOptions;
  /**
   * Where a user's waiting order stands among the public's orders at its price, with a feed or a recorded market: `behind-all` by default, the worst
   * that can be; `proportional`; `front`, the best that can be.
   */
  readonly queue?: QueueRule;
  /** The time; the machine's own by default. */
  readonly clock?: Clock;
  /** Hears of what goes wrong inside; nobody by default. */
  readonly logger?: Logger;
}

/** Options with all defaults filled in. */
export interface SandboxSettings
  extends Required<
    Omit<
      SandboxOptions,
      | "pairs"
      | "terms"
      | "latency"
      | "scenario"
      | "logger"
      | "feed"
      | "market"
      | "randomBytes"
      | keyof DataOptions
      | keyof GuardOptions
    >
  > {
  /** Each with its terms. */
  readonly markets: readonly Market[];
  readonly terms: VenueTerms;
  readonly latency: LatencySettings;
  readonly scenario: PreparedScenario | undefined;
  readonly logger: Logger | undefined;
  readonly feed: MarketFeed | undefined;
  /** What plays the feed where that is a recorded market. */
  readonly market: MarketPlayer | undefined;
  /** Nothing when nothing is kept. */
  readonly data: DataSettings | undefined;
  /** Who may ask, and how much. */
  readonly guard: GuardSettings;
  /** What makes up keys and secrets. */
  readonly keys: KeySource;
  /** How messages are compressed. */
  readonly deflate: SandboxPorts["deflate"];
  /** Lets everybody else have a turn. */
  readonly nextTurn: SandboxPorts["nextTurn"];
}

/** What a sandbox has of its runtime, as far as its settings go. */
export interface SettingsPorts extends SandboxPorts {
  /** Where the options name none. */
  readonly clock: Clock;
}

/** Most markets of one sandbox. */
const maxPairs = 10_000;

const defaults = {
  port: 0,
  whenPortIsTaken: "refuse",
  seed: 1,
  serviceName: defaultServiceName,
  depthIntervalMs: 100,
  tickIntervalMs: 100,
  plainBelowBytes: 256,
  pingIntervalMs: limits.pingInterval.assumed,
  maxBufferedBytes: 4 * 1024 * 1024,
  ...usualRate,
  timestampToleranceMs: limits.timestampTolerance.assumed,
  refuseReplays: false,
  faults: [],
  rate: 0,
  historyMs: 0,
  clientIds: "repeatable",
  ids: "small",
} as const;

function fail(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}

function checkInteger(option: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    fail(option, `an integer from ${min} to ${max}`);
  }
}

/** Agents alone have a past. */
function checkHistory({ historyMs, feed }: Pick<SandboxSettings, "historyMs" | "feed">): void {
  checkInteger("historyMs", historyMs, 0, 31_536_000_000);
  if (historyMs > 0 && feed !== undefined) {
    fail("historyMs", "0 or absent where the market comes from outside: it has no past of its own");
  }
}

function marketsOf(pairs: number | readonly string[] = wholeVenue()): readonly Market[] {
  if (typeof pairs === "number") {
    checkInteger("pairs", pairs, 1, maxPairs);
  }
  const names = typeof pairs === "number" ? contractPairs(pairs) : pairs;
  if (!Array.isArray(names) || names.length === 0 || new Set(names).size !== names.length) {
    fail("pairs", "different names, at least one");
  }
  return names.map((name) => marketOf(name) ?? fail("pairs", "pairs such as 4BTC_USDT, 5BTC_USD or BTC_USDT"));
}

/**
 * Fills in the defaults and checks what was given.
 *
 * @throws ValidationError `option-invalid`
 */
export function settingsOf(options: SandboxOptions, ports: SettingsPorts): SandboxSettings {
  const plain = withoutGuard(options);
  const chosen = { ...plain, ...marketSourceOf(options) };
  const { pairs, feed, market, profile = "documented", clock = ports.clock, logger, ...given } = chosen;
  const { seed, randomBytes = ports.randomBytes } = options;
  if (!profiles.includes(profile)) {
    fail("profile", `one of ${profiles.join(", ")}`);
  }
  const wireForms = options.wireForms ?? profileRules[profile].wireForms;
  const terms = checkTerms(options.terms === undefined ? {} : options.terms);
  const markets = marketsWithTerms(marketsOf(pairs), terms);
  const data = dataSettingsOf(options);
  // Who has an account in a directory is known when it is open; it is looked at then.
  const cast = castOf({ markets, feed }, data === undefined ? {} : { hasAccount: () => true });
  const settings = {
    ...defaults,
    ...given,
    profile,
    wireForms,
    clock,
    logger,
    feed,
    market,
    terms,
    latency: checkLatency(options.latency ?? {}),
    scenario: options.scenario === undefined ? undefined : scenarioOf(options.scenario, cast),
    markets,
    data,
    guard: guardSettingsOf(options),
    deflate: ports.deflate,
    nextTurn: ports.nextTurn,
    keys: seed === undefined ? freshKeys(randomBytes) : seededKeys(seed),
  };
  checkInteger("port", settings.port, 0, 65_535);
  if (!["refuse", "take-any"].includes(settings.whenPortIsTaken)) {
    fail("whenPortIsTaken", "refuse or take-any");
  }
  checkInteger("seed", settings.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  checkInteger("depthIntervalMs", settings.depthIntervalMs, 1, 60_000);
  checkHistory(settings);
  checkInteger("rate", settings.rate, 0, 1_000_000);
  checkInteger("tickIntervalMs", settings.tickIntervalMs, 1, 60_000);
  checkInteger("plainBelowBytes", settings.plainBelowBytes, 0, Number.MAX_SAFE_INTEGER);
  checkInteger("pingIntervalMs", settings.pingIntervalMs, 10, 3_600_000);
  checkInteger("maxBufferedBytes", settings.maxBufferedBytes, 1024, Number.MAX_SAFE_INTEGER);
  checkInteger("requestsPerWindow", settings.requestsPerWindow, 0, 1_000_000);
  checkInteger("requestWindowMs", settings.requestWindowMs, 1, 3_600_000);
  checkInteger("timestampToleranceMs", settings.timestampToleranceMs, 1, 86_400_000);
  if (!idSizes.includes(settings.ids)) {
    fail("ids", `one of ${idSizes.join(", ")}`);
  }
  if (!wireFormKinds.includes(wireForms)) {
    fail("wireForms", `one of ${wireFormKinds.join(", ")}`);
  }
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(settings.serviceName)) {
    fail("serviceName", "1 to 32 lower-case letters, digits, hyphens");
  }
  return settings;
}

/** What scenarios may refer to. A new venue has the demo account alone, and no snapshots. */
export function castOf(
  { markets, feed }: Pick<SandboxSettings, "markets" | "feed">,
  { hasAccount = () => false, hasSnapshot = () => false }: Partial<Pick<Cast, "hasAccount" | "hasSnapshot">> = {},
): Cast {
  return {
    markets,
    isFed: feed !== undefined,
    demoAccount: demoUserId,
    hasAccount: (account) => account === demoUserId || hasAccount(account),
    hasSnapshot,
  };
}

/** What decides the exchange of a sandbox, beside its commands. */
export function exchangeConfigOf({ seed, markets, clientIds, ids, feed, terms }: SandboxSettings): ExchangeConfig {
  const { fundingPeriodMs } = terms;
  return { seed, markets, clientIds, ids, fundingPeriodMs, source: feed === undefined ? "agents" : "feed" };
}
