import type { CreateDialect } from "../../protocol/dialect.js";
import type { ChannelSubscriptions } from "../channel/channel-subscriptions.js";
import type { IsListedWord } from "./bounded-counts.js";
import type { ConnectionPool } from "./connection-pool.js";
import type { ShardPort } from "./shard-messages.js";
import type { CreateSharedWriter, ShardParts } from "./shard-parts.js";

/** The channels of a shard other than books. */
export type ShardChannels = Pick<
  ChannelSubscriptions,
  | "open"
  | "close"
  | "read"
  | "stop"
  | "message"
  | "rejected"
  | "refused"
  | "missedSomewhere"
  | "connected"
  | "disconnected"
>;

/** Parts of a shard that are passed in: what is not passed comes in no bundle. */
export interface ShardFeatures {
  readonly createDialect: CreateDialect;
  /** Without it there are no channels besides books. */
  readonly createChannels?: ((parts: ShardParts, connections: ConnectionPool) => ShardChannels) | undefined;
  /** Codes of the venue that are always counted apart. Without it these are the first 32. */
  readonly isListedCode?: IsListedWord | undefined;
  /** Without it no book is published in shared memory. */
  readonly publishShared?: ((port: ShardPort) => CreateSharedWriter) | undefined;
}

const nothing = (): void => undefined;

/** The channels of a shard that has books alone: nobody opens one, so nothing happens to any. */
export const noChannels: ShardChannels = {
  open: nothing,
  close: nothing,
  read: nothing,
  stop: nothing,
  message: nothing,
  rejected: nothing,
  refused: nothing,
  missedSomewhere: nothing,
  connected: nothing,
  disconnected: nothing,
};
