import type { StreamGapReason } from "@depthwire/account";
import type { DoubtReason } from "@depthwire/book/internal";
import type { PushEvent } from "@depthwire/core/internal";
import type { MissedMessages } from "../../sockets/socket.js";
import type { ShardPort } from "../thread/shard-messages.js";
import type { ChannelCounters } from "./channel-counters.js";
import type { ChannelStatus, QueuePolicy } from "./channel-item.js";
import { ChannelQueue } from "./channel-queue.js";

/** What a {@link ChannelFeed} is made of. */
export interface ChannelFeedParts {
  readonly id: number;
  readonly policy: QueuePolicy;
  readonly counters: ChannelCounters;
  readonly port: ShardPort;
  /** Hears how the channel stands. */
  readonly onStatus?: ((status: ChannelStatus) => void) | undefined;
}

/** What one channel has to say to its host: at most one unread batch is under way, the rest waits in a bounded queue. */
export class ChannelFeed {
  readonly #id: number;
  readonly #queue: ChannelQueue;
  readonly #counters: ChannelCounters;
  readonly #port: ShardPort;
  readonly #onStatus: ((status: ChannelStatus) => void) | undefined;
  #unread = false;
  #status: ChannelStatus | undefined;
  /** Up to when nothing is missing: receipt of the latest message, or the first subscription; epoch milliseconds. */
  #heardAtMs: number | undefined;
  /** Since when the connection's loss leaves a hole; undefined without a hole. */
  #lostSinceMs: number | undefined;
  /** Whether its feed says that what it tells is not the newest. */
  #isDoubted = false;
  /** Counts places where messages may be missing, from 1. */
  epoch = 1;

  constructor({ id, policy, counters, port, onStatus }: ChannelFeedParts) {
    this.#id = id;
    this.#queue = new ChannelQueue(policy);
    this.#counters = counters;
    this.#port = port;
    this.#onStatus = onStatus;
  }

  /** The channel stands differently. What was said already is not said again. */
  say(status: ChannelStatus, venueCode?: number): void {
    if (this.#stand(status, venueCode)) {
      this.flush();
    }
  }

  /** See `FrameFeed.doubt`: what comes meanwhile is told, and only what comes afterwards makes the channel live again. */
  doubt(reason: DoubtReason | undefined): void {
    this.#isDoubted = reason !== undefined;
    if (this.#isDoubted || this.#status === "disconnected") {
      this.say(this.#isDoubted ? "disconnected" : "subscribed");
    }
  }

  /** See `FrameFeed.missed`. */
  missed({ reason, dropped, fromMs, toMs }: MissedMessages): void {
    this.#pushGap(fromMs, toMs, reason, dropped);
    this.flush();
  }

  /** The subscription went out, at this time. */
  subscribed(atMs: number): void {
    this.#heardAtMs ??= atMs;
    this.say("subscribed");
  }

  /** A message came. The first one after a break tells how long the break was. */
  receive(event: PushEvent, receivedAtMs: number): void {
    if (this.#lostSinceMs !== undefined) {
      this.#pushGap(this.#lostSinceMs, receivedAtMs, "disconnected", 0);
      this.#lostSinceMs = undefined;
    }
    this.#heardAtMs = receivedAtMs;
    this.#counters.events++;
    if (!this.#isDoubted) {
      this.#stand("live");
    }
    this.#counters.eventsDropped += this.#queue.push({ kind: "event", event, receivedAtMs });
    this.flush();
  }

  /** Messages are missing, or may be, between the last one and now. */
  miss(reason: StreamGapReason, atMs: number, dropped: number): void {
    this.#pushGap(this.#heardAtMs ?? atMs, atMs, reason, dropped);
    this.flush();
  }

  /** The connection is gone. How long the hole is, the next message will tell. */
  disconnected(): void {
    this.#lostSinceMs ??= this.#heardAtMs;
    this.#isDoubted = false;
    this.epoch++;
    this.say("disconnected");
  }

  /** The host read the last batch. */
  read(): void {
    this.#unread = false;
    this.flush();
  }

  /** Sends what waits, unless the last batch is unread. */
  flush(): void {
    if (!this.#unread && !this.#queue.isEmpty) {
      this.#unread = true;
      this.#port.post({ kind: "events", channel: this.#id, batch: this.#queue.take() });
    }
  }

  /** Whether that is news. */
  #stand(status: ChannelStatus, venueCode?: number): boolean {
    if (status === this.#status) {
      return false;
    }
    this.#status = status;
    this.#queue.push({ kind: "status", status, ...(venueCode === undefined ? {} : { venueCode }) });
    this.#onStatus?.(status);
    return true;
  }

  #pushGap(fromMs: number, toMs: number, reason: StreamGapReason, dropped: number): void {
    this.epoch++;
    const missing = dropped > 0 ? "something" : "unknown";
    this.#queue.push({ kind: "gap", fromMs, toMs: Math.max(fromMs, toMs), reason, dropped, missing });
  }
}
