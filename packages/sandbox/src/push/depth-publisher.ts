import type { Clock, EncodedFrame } from "@depthwire/core";
import type { ExchangeHost } from "../exchange-host.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import { FaultyDelivery } from "../faults/faulty-delivery.js";
import {
  type DepthMessage,
  type DepthSnapshotMessage,
  depthTopic,
  snapshotMessage,
  updateMessage,
  writePrefixDepth,
} from "./depth-message.js";
import type { FrameWriter } from "./frame-writer.js";
import type { Hub } from "./hub.js";
import type { PushConnection } from "./push-connection.js";

/** Where a publisher stands. */
export interface DepthPublisherParts {
  readonly host: ExchangeHost;
  readonly hub: Hub;
  readonly frames: FrameWriter;
  readonly faults: FaultPlan;
  readonly clock: Clock;
  /** Between two publications of one pair, in milliseconds. */
  readonly depthIntervalMs: number;
}

/** The depth channel of protocol A: each publication is written and compressed once, whoever listens. */
export class DepthPublisher {
  readonly #parts: DepthPublisherParts;
  readonly #delivery: FaultyDelivery;
  /** The latest full message of each pair, and messages as they are sent: each is made once for all who get it. */
  readonly #snapshots: Map<string, DepthSnapshotMessage> = new Map();
  readonly #written: WeakMap<DepthMessage, EncodedFrame> = new WeakMap();
  #messagesPublished = 0;

  constructor(parts: DepthPublisherParts) {
    this.#parts = parts;
    const { faults, frames, clock } = parts;
    const sources = {
      frames,
      random: faults.random,
      write: writePrefixDepth,
      usual: (message: DepthMessage) => this.#write(message),
      earlier: (pair: string, publications: number) => this.#earlier(pair, publications),
      bestAsk: (pair: string) => this.#snapshot(pair)?.asks[0],
    };
    this.#delivery = new FaultyDelivery(faults, sources, clock);
  }

  /** Publications that somebody listened to. */
  get messagesPublished(): number {
    return this.#messagesPublished;
  }

  /** Whether somebody listens to the pair. */
  isWanted(pair: string): boolean {
    return this.#parts.hub.hasListeners(depthTopic(pair));
  }

  /** Publishes the pair's depth, if it changed, and tells everybody who listens. */
  publish(pair: string): void {
    const { host, hub, faults } = this.#parts;
    const market = host.exchange.market(pair);
    if (market === undefined) return;
    const topic = depthTopic(pair);
    const seqStep = this.isWanted(pair) ? faults.takeSeqStep(pair) : 1;
    for (const event of host.apply({ kind: "publish-depth", pair, seqStep })) {
      if (event.kind !== "depth-published" || !this.isWanted(pair)) continue;
      this.#messagesPublished += 1;
      const receivers = { send: hub.broadcast.bind(hub, topic), cut: hub.cut.bind(hub, topic) };
      this.#delivery.deliver(updateMessage(market, event), "updates", receivers);
    }
  }

  /** Nobody listened lately? Then the last publication is old, and whoever asks now gets a new one. */
  refresh(pair: string): void {
    const { host, depthIntervalMs } = this.#parts;
    const published = host.exchange.published(pair);
    const ageMs = host.now() - (published?.updatedAtMs ?? 0);
    if (!this.isWanted(pair) && ageMs >= depthIntervalMs) this.publish(pair);
  }

  /** Sends the state of the last publication to a new subscriber: the next update of the channel follows it. */
  sendSnapshot(pair: string, connection: PushConnection): void {
    const message = this.#snapshot(pair);
    if (message === undefined) return;
    const receivers = { send: connection.send.bind(connection), cut: connection.cut.bind(connection) };
    this.#delivery.deliver(message, "snapshots", receivers);
  }

  /** Forgets messages that are held back. */
  stop(): void {
    this.#delivery.stop();
  }

  #write(message: DepthMessage): EncodedFrame {
    const frame = this.#written.get(message) ?? this.#parts.frames.data(writePrefixDepth(message));
    this.#written.set(message, frame);
    return frame;
  }

  /** The state that many publications ago, or the oldest of those since. */
  #earlier(pair: string, publications: number): DepthSnapshotMessage | undefined {
    const latest = this.#parts.host.exchange.published(pair)?.seq ?? 0;
    for (let seq = Math.max(1, latest - publications); seq < latest; seq++) {
      const message = this.#snapshot(pair, seq);
      if (message !== undefined) return message;
    }
    return undefined;
  }

  #snapshot(pair: string, seq?: number): DepthSnapshotMessage | undefined {
    const { exchange } = this.#parts.host;
    const market = exchange.market(pair);
    const published = exchange.published(pair, seq);
    if (market === undefined || published === undefined) return undefined;
    const known = this.#snapshots.get(pair);
    if (known?.seq === published.seq) return known;
    const message = snapshotMessage(market, published);
    if (seq === undefined) this.#snapshots.set(pair, message);
    return message;
  }
}
