import type { Credential } from "@depthwire/core";
import type { CreateDialect } from "../protocol/dialect.js";
import type { IsListedWord } from "../shard/thread/bounded-counts.js";
import type { ShardFeatures } from "../shard/thread/shard-features.js";
import type { OpenSocket } from "../sockets/socket.js";
import type { WireTap } from "../sockets/wire-tap.js";
import type { ResolvedEngineOptions } from "./engine-options.js";
import type { LiveStreams, LiveStreamsParts } from "./live-streams.js";
import type { LoginPorts, Logins } from "./logins.js";
import type { CreateThreadHost } from "./shard-hosts.js";

/** The streams besides books, as an engine uses them. */
export type ChannelStreams = Pick<
  LiveStreams,
  "klines" | "tagPriceKlines" | "deals" | "ticker" | "statistics" | "close"
>;

/** The private streams, as an engine uses them. */
export type AccountStreams = Pick<Logins, "login" | "statistics" | "close">;

/** Candles, trades and tickers. */
export interface ChannelFeature {
  readonly createDialect: CreateDialect;
  readonly createChannels: NonNullable<ShardFeatures["createChannels"]>;
  readonly createStreams: (parts: LiveStreamsParts) => ChannelStreams;
}

/** Logins. */
export interface AccountFeature {
  readonly createLogins: (
    options: ResolvedEngineOptions,
    ports: LoginPorts,
    hide: (credential: Credential) => void,
  ) => AccountStreams;
}

/** Shards in threads, and their books in shared memory. */
export interface ThreadFeature {
  readonly createThreadHost: CreateThreadHost;
}

/** Sockets that show a tap what happens on them. */
export type TapWire = (open: OpenSocket, tap: WireTap) => OpenSocket;

/** What an engine is made of besides books. */
export interface EngineParts {
  readonly channels?: ChannelFeature | undefined;
  readonly accounts?: AccountFeature | undefined;
  readonly threads?: ThreadFeature | undefined;
  readonly wireTap?: TapWire | undefined;
  /** Undefined: protocol A, or what `channels` speaks. */
  readonly protocols?: CreateDialect | undefined;
  /** Codes of the venue that the statistics always count apart. Undefined: the first 32. */
  readonly isListedCode?: IsListedWord | undefined;
}
