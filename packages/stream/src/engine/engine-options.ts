import type { ResyncOptions, SameLevel, SequencePolicy } from "@depthwire/book";
import { defaultResyncOptions } from "@depthwire/book/internal";
import { defaultFrameLimits, type FrameLimits, ValidationError } from "@depthwire/core";
import { defaultKlineHistoryOptions, type KlineHistoryOptions } from "../channels/kline-history.js";
import type { PushProtocol } from "../protocol/dialect.js";
import { type BackoffOptions, defaultBackoffOptions } from "../session/backoff.js";
import { defaultHeartbeatOptions, type HeartbeatOptions } from "../session/heartbeat.js";
import { defaultSessionOptions, type SessionOptions } from "../session/session-options.js";
import { defaultThreadWatchOptions, type ThreadWatchOptions } from "../shard/host/thread-watch.js";
import type { ShardConfig } from "../shard/thread/shard-config.js";
import type { VerificationOptions } from "./verification-rounds.js";

/** How an engine behaves. Only the addresses have no default. */
export interface EngineOptions {
  /** WebSocket addresses of one protocol, at least one. A failed one is followed by the next. */
  readonly addresses: readonly string[];
  /** The protocol that the addresses speak: `prefix` (A, the default) or `channel` (B). */
  readonly protocol?: PushProtocol | undefined;
  /** The deployment's own name, default `svc`; it begins the names of protocol B's channels. */
  readonly serviceName?: string | undefined;
  /** Threads that keep books; 0 (the default): the books are kept in the caller's thread. */
  readonly shards?: number | undefined;
  /** What a step of `seq` above 1 means: a loss (`contiguous`, the default) or nothing (`monotonic`). */
  readonly sequencePolicy?: SequencePolicy | undefined;
  /** How a price in `add` and `del` of one message is read; default `resync`. */
  readonly sameLevel?: SameLevel | undefined;
  /** Most levels a side, default 2,000. A book beyond is not trimmed, it is not live. */
  readonly maxLevels?: number | undefined;
  /** Most subscriptions on one connection, default and maximum 20. */
  readonly subscriptionsPerConnection?: number | undefined;
  /** No connection after so many milliseconds: the attempt failed. Default 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  readonly heartbeat?: Partial<HeartbeatOptions> | undefined;
  readonly backoff?: Partial<BackoffOptions> | undefined;
  readonly resync?: Partial<ResyncOptions> | undefined;
  readonly frameLimits?: Partial<FrameLimits> | undefined;
  readonly threads?: Partial<ThreadWatchOptions> | undefined;
  /** How often books are verified without being asked. Needs a depth source. */
  readonly verification?: Partial<VerificationOptions> | undefined;
  /** How persistently candles are asked for that were not pushed. Needs a source of candles. */
  readonly klineHistory?: Partial<KlineHistoryOptions> | undefined;
}

/** {@link EngineOptions} with every default filled in. */
export interface ResolvedEngineOptions {
  readonly shards: number;
  readonly session: SessionOptions;
  readonly config: Omit<ShardConfig, "shard">;
  readonly threads: ThreadWatchOptions;
  readonly verification: VerificationOptions;
  readonly klineHistory: KlineHistoryOptions;
}

/** Under `monotonic` nothing else finds a loss. */
const defaultVerification: Readonly<Record<SequencePolicy, VerificationOptions>> = {
  contiguous: { everyMs: 0, pauseMs: 500 },
  monotonic: { everyMs: 60_000, pauseMs: 500 },
};

/** More threads than that are a mistake in a unit. */
const maxShards = 256;
/** Each shard keeps room for one whole message: 100 bytes a level. */
const levelsBound = 100_000;
/** Connections carry no more. @spec field note 8 */
const maxSubscriptions = 20;

/**
 * Checks options and fills in defaults.
 *
 * @throws ValidationError `option-invalid`
 */
export function resolveEngineOptions(options: EngineOptions): ResolvedEngineOptions {
  const { addresses, shards = 0, maxLevels = 2_000, subscriptionsPerConnection = maxSubscriptions } = options;
  const { sequencePolicy = "contiguous", sameLevel = "resync" } = options;
  check(
    Array.isArray(addresses) && addresses.length > 0 && addresses.every(isSocketAddress),
    "addresses",
    "at least one ws: or wss: address",
  );
  check(isIntegerWithin(shards, 0, maxShards), "shards", `an integer from 0 to ${maxShards}`);
  check(isIntegerWithin(maxLevels, 1, levelsBound), "maxLevels", `an integer from 1 to ${levelsBound}`);
  check(
    isIntegerWithin(subscriptionsPerConnection, 1, maxSubscriptions),
    "subscriptionsPerConnection",
    `an integer from 1 to ${maxSubscriptions}`,
  );
  check(["contiguous", "monotonic"].includes(sequencePolicy), "sequencePolicy", "contiguous or monotonic");
  check(
    ["resync", "add-then-del", "del-then-add"].includes(sameLevel),
    "sameLevel",
    "resync, add-then-del or del-then-add",
  );
  const { protocol = defaultSessionOptions.protocol, serviceName = defaultSessionOptions.serviceName } = options;
  check(["prefix", "channel"].includes(protocol), "protocol", "prefix or channel");
  check(/^[\w-]{1,64}$/.test(serviceName), "serviceName", "1 to 64 letters, digits, hyphens or underscores");
  const resync = fill("resync", defaultResyncOptions, options.resync);
  check(Math.min(resync.shardPerSecond, resync.connectionPerSecond) > 0, "resync", "rates above 0");
  const session: SessionOptions = {
    ...defaultSessionOptions,
    protocol,
    serviceName,
    addresses: [...addresses],
    connectTimeoutMs: options.connectTimeoutMs ?? defaultSessionOptions.connectTimeoutMs,
    heartbeat: fill("heartbeat", defaultHeartbeatOptions, options.heartbeat),
    backoff: fill("backoff", defaultBackoffOptions, options.backoff),
  };
  return {
    shards,
    session,
    config: {
      session,
      rules: { sequencePolicy, sameLevel, maxLevels },
      resync,
      frameLimits: fill("frameLimits", defaultFrameLimits, options.frameLimits),
      subscriptionsPerConnection,
    },
    threads: fill("threads", defaultThreadWatchOptions, options.threads),
    verification: fill("verification", defaultVerification[sequencePolicy], options.verification),
    klineHistory: fill("klineHistory", defaultKlineHistoryOptions, options.klineHistory),
  };
}

function check(holds: boolean, option: string, rule: string): void {
  if (!holds) {
    throw new ValidationError("option-invalid", { option, rule });
  }
}

function isSocketAddress(address: unknown): boolean {
  return typeof address === "string" && /^wss?:\/\/[^\s]+$/.test(address);
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Defaults under what the caller gave. */
function fill<Options extends object>(option: string, defaults: Options, given: Partial<Options> = {}): Options {
  check(isObject(given), option, "an object of options");
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(defaults, key));
  check(unknown === undefined, `${option}.${unknown}`, `one of ${Object.keys(defaults).join(", ")}`);
  const filled = { ...defaults };
  for (const key of Object.keys(defaults) as (keyof Options & string)[]) {
    filled[key] = fillOne<Options[typeof key]>(`${option}.${key}`, defaults[key], given[key]);
  }
  return filled;
}

/** A number from 0, or an object of such. */
function fillOne<Value>(option: string, usual: Value, given: Value | undefined): Value {
  if (given === undefined) {
    return usual;
  }
  if (isObject(usual)) {
    return fill(option, usual, given as Value & object);
  }
  check(typeof given === "number" && given >= 0, option, "a number from 0");
  return given;
}

function isObject<Value>(value: Value): value is Value & object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
