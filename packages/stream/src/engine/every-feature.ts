import { createDialect } from "../protocol/create-dialect.js";
import { ChannelSubscriptions } from "../shard/channel/channel-subscriptions.js";
import { ThreadHost } from "../shard/host/thread-host.js";
import { isListedCode } from "../shard/thread/every-shard-feature.js";
import { tapWire } from "../sockets/wire-tap.js";
import { type EngineFeature, featureOf } from "./engine-features.js";
import type { AccountFeature, ChannelFeature, EngineParts, ThreadFeature } from "./engine-parts.js";
import { LiveStreams } from "./live-streams.js";
import { Logins } from "./logins.js";

const channels: ChannelFeature = {
  createDialect,
  createChannels: (parts, connections) => new ChannelSubscriptions(parts, connections),
  createStreams: (parts) => new LiveStreams(parts),
};

const accounts: AccountFeature = { createLogins: (options, ports, hide) => new Logins(options, ports, hide) };

const threads: ThreadFeature = { createThreadHost: (parts) => new ThreadHost(parts) };

/** Candles, trades and tickers, over both protocols, for `assembleEngine`. */
export const channelStreams: EngineFeature<"channels"> = /* @__PURE__ */ featureOf<"channels">(channels);

/** Logins, and the account that each follows, for `assembleEngine`. */
export const accountStreams: EngineFeature<"accounts"> = /* @__PURE__ */ featureOf<"accounts">(accounts);

/** Shards in threads, whose books are read out of shared memory, for `assembleEngine`. */
export const shardThreads: EngineFeature<"threads"> = /* @__PURE__ */ featureOf<"threads">(threads);

/** A tap that gets every message on the wire, without secrets, for `assembleEngine`. */
export const wireTaps: EngineFeature<"wireTap"> = /* @__PURE__ */ featureOf<"wireTap">(tapWire);

/** Protocols A and B, for `assembleEngine` without `channelStreams`. */
export const everyProtocol: EngineFeature<"protocols"> = /* @__PURE__ */ featureOf<"protocols">(createDialect);

/** Everything that an engine can do. */
export const everyPart: EngineParts = {
  channels,
  accounts,
  threads,
  wireTap: tapWire,
  protocols: createDialect,
  isListedCode,
};
