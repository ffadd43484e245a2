import type { StreamGap } from "@depthwire/account";
import type { Clock } from "@depthwire/core";
import type { ChannelItem, QueuePolicy } from "../channel/channel-item.js";
import type { ToShard } from "../thread/shard-messages.js";

/** A channel on the main side, as its shard's host sees it. */
export interface HostedChannel {
  /** Unique among all channels of the engine. */
  readonly id: number;
  /** The channel as it is written on the wire. No two channels of one shard have the same text. */
  readonly text: string;
  readonly policy: QueuePolicy;
  /** Items in order. The shard sends no more before `eventsRead` was told of these; that a thread is lost is said at once. */
  receiveItems(batch: readonly ChannelItem[]): void;
}

/** A channel and what is known about its stream. */
interface Relay {
  readonly channel: HostedChannel;
  readonly openedAtMs: number;
  /** Up to when nothing is missing, epoch milliseconds; undefined before it is subscribed to. */
  soundAtMs: number | undefined;
  /** Since when a thread's loss leaves a hole; undefined without a hole. */
  lostSinceMs: number | undefined;
}

/** The main side of a shard's channels: it outlives threads, so the hole that a lost one leaves is said here. */
export class HostedChannels {
  readonly #relays = new Map<number, Relay>();
  readonly #clock: Clock;
  readonly #post: (message: ToShard) => void;

  constructor(clock: Clock, post: (message: ToShard) => void) {
    this.#clock = clock;
    this.#post = post;
  }

  /** How many channels there are. */
  get size(): number {
    return this.#relays.size;
  }

  open(channel: HostedChannel): void {
    const openedAtMs = this.#clock.epochMs();
    this.#relays.set(channel.id, { channel, openedAtMs, soundAtMs: undefined, lostSinceMs: undefined });
    this.#introduce(channel);
  }

  close(channel: HostedChannel): void {
    this.#relays.delete(channel.id);
    this.#post({ kind: "close-channel", channel: channel.id });
  }

  /** The reader took the last batch: the next one may come. */
  read(channel: HostedChannel): void {
    this.#post({ kind: "events-read", channel: channel.id });
  }

  /** A batch came from the shard. */
  receive(id: number, batch: readonly ChannelItem[]): void {
    const relay = this.#relays.get(id);
    if (relay === undefined) {
      return;
    }
    const items = withThreadGap(relay, batch);
    for (const item of batch) {
      if (item.kind === "event") {
        relay.soundAtMs = item.receivedAtMs;
      } else if (item.kind === "status" && item.status === "subscribed") {
        relay.soundAtMs ??= relay.openedAtMs;
      }
    }
    relay.channel.receiveItems(items);
  }

  /** The thread is gone, with everything that was under way. */
  threadLost(): void {
    for (const relay of this.#relays.values()) {
      relay.lostSinceMs ??= relay.soundAtMs;
      relay.channel.receiveItems([{ kind: "status", status: "disconnected" }]);
    }
  }

  /** A new thread is there: it gets all channels. */
  introduceAll(): void {
    for (const { channel } of this.#relays.values()) {
      this.#introduce(channel);
    }
  }

  clear(): void {
    this.#relays.clear();
  }

  #introduce({ id, text, policy }: HostedChannel): void {
    this.#post({ kind: "open-channel", channel: id, text, policy });
  }
}

/** The batch, with the gap that a lost thread left before its first message. */
function withThreadGap(relay: Relay, batch: readonly ChannelItem[]): readonly ChannelItem[] {
  const { lostSinceMs } = relay;
  const first = batch.findIndex(({ kind }) => kind === "event");
  const event = batch[first];
  if (lostSinceMs === undefined || event?.kind !== "event") {
    return batch;
  }
  relay.lostSinceMs = undefined;
  if (relay.channel.policy.kind === "conflate") {
    return batch;
  }
  const { receivedAtMs: toMs } = event;
  const gap: StreamGap = {
    kind: "gap",
    fromMs: lostSinceMs,
    toMs,
    reason: "thread-lost",
    dropped: 0,
    missing: "unknown",
  };
  return batch.toSpliced(first, 0, gap);
}
