import type { StreamGapReason } from "@depthwire/account";
import { guardedDelayMs } from "@depthwire/book/internal";
import type { ProtocolError } from "@depthwire/core";
import type { PushEvent } from "@depthwire/core/internal";
import type { ConnectionPool } from "../thread/connection-pool.js";
import type { ShardConnection } from "../thread/shard-connection.js";
import type { ShardParts } from "../thread/shard-parts.js";
import type { ChannelStatus, QueuePolicy } from "./channel-item.js";
import { ShardChannel } from "./shard-channel.js";

/** The channels of one shard other than books: which are listened to, what each has to say, and what is missing. */
export class ChannelSubscriptions {
  readonly #parts: ShardParts;
  readonly #connections: ConnectionPool;
  readonly #channels = new Map<number, ShardChannel>();
  /** Where each channel is subscribed. */
  readonly #places = new Map<ShardChannel, ShardConnection>();

  constructor(parts: ShardParts, connections: ConnectionPool) {
    this.#parts = parts;
    this.#connections = connections;
  }

  /** Begins to listen. */
  open(id: number, text: string, policy: QueuePolicy): void {
    const { counters, port, frames } = this.#parts;
    const onStatus = frames && ((status: ChannelStatus) => frames.channelStatus?.(text, status));
    const channel = new ShardChannel(text, { id, policy, counters, port, onStatus });
    this.#channels.set(id, channel);
    const connection = this.#connections.withRoom();
    this.#places.set(channel, connection);
    connection.addChannel(channel);
    if (connection.isOpen) {
      channel.feed.subscribed(this.#parts.world.clock.epochMs());
    } else {
      channel.feed.say("connecting");
    }
    connection.start();
  }

  /** Forgets a channel. A connection that has nothing left is closed. */
  close(id: number): void {
    const channel = this.#channels.get(id);
    this.#channels.delete(id);
    if (channel === undefined) {
      return;
    }
    channel.setTimer(undefined);
    this.#parts.frames?.channelStatus?.(channel.text, "disconnected");
    const connection = this.#places.get(channel);
    if (connection !== undefined) {
      this.#places.delete(channel);
      connection.removeChannel(channel);
      this.#connections.release(connection);
    }
  }

  /** The host read the last batch of a channel. */
  read(id: number): void {
    this.#channels.get(id)?.feed.read();
  }

  stop(): void {
    for (const channel of this.#channels.values()) {
      channel.setTimer(undefined);
      this.#parts.frames?.channelStatus?.(channel.text, "disconnected");
    }
    this.#channels.clear();
    this.#places.clear();
  }

  /** A message of the channel. */
  message(channel: ShardChannel, event: PushEvent): void {
    channel.setTimer(undefined);
    channel.feed.receive(event, this.#parts.world.clock.epochMs());
  }

  /** A message of the channel could not be used. */
  rejected(channel: ShardChannel, _error: ProtocolError): void {
    channel.feed.miss("rejected", this.#parts.world.clock.epochMs(), 1);
  }

  /** The venue refused the channel. Only time can help: the pair may be listed one day. */
  refused(channel: ShardChannel, venueCode: number): void {
    const { world, config } = this.#parts;
    channel.feed.say("refused", venueCode);
    channel.setTimer(
      world.clock.after(guardedDelayMs(config.resync, world.random()), () =>
        this.#places.get(channel)?.resubscribe(channel.text),
      ),
    );
  }

  /** A message of one of the connection's channels is missing, and nobody knows which channel's. */
  missedSomewhere(connection: ShardConnection, reason: StreamGapReason): void {
    const atMs = this.#parts.world.clock.epochMs();
    for (const channel of connection.channels.values()) {
      channel.feed.miss(reason, atMs, 0);
    }
  }

  /** The connection stands; every channel was subscribed to on it. */
  connected(connection: ShardConnection): void {
    const atMs = this.#parts.world.clock.epochMs();
    for (const channel of connection.channels.values()) {
      channel.feed.subscribed(atMs);
    }
  }

  /** The connection is gone, or was not made. */
  disconnected(connection: ShardConnection): void {
    for (const channel of connection.channels.values()) {
      channel.setTimer(undefined);
      channel.feed.disconnected();
    }
  }
}
