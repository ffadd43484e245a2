import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { type DepthText, specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { type EngineOptions, resolveEngineOptions } from "../engine/engine-options.js";
import type { ChannelItem, QueuePolicy } from "../shard/channel/channel-item.js";
import { runShard } from "../shard/thread/run-shard.js";
import type { FromShard, ToShard } from "../shard/thread/shard-messages.js";
import type { ShardHandle } from "../shard/thread/start-shard.js";
import { FakeNetwork, type FakeSocket } from "./fake-network.spec-kit.js";
import type { SpecWire } from "./wire.spec-kit.js";
import { createSpecInflate } from "./zlib-inflate.spec-kit.js";

/** One shard between a spec's venue and a spec's host. */
export class ShardScene {
  readonly clock: FakeClock = fakeClock();
  readonly network: FakeNetwork = new FakeNetwork();
  readonly told: FromShard[] = [];
  readonly shard: ShardHandle;
  readonly wire: SpecWire;
  tell: (message: ToShard) => void = () => {};

  constructor(wire: SpecWire, options: Partial<EngineOptions> = {}) {
    this.wire = wire;
    const { protocol } = wire;
    const { config } = resolveEngineOptions({ addresses: ["ws://one", "ws://two"], protocol, ...options });
    const port = {
      post: (message: FromShard) => this.told.push(structuredClone(message)),
      onMessage: (handler: (message: ToShard) => void) => {
        this.tell = handler;
      },
    };
    const { clock, network } = this;
    const world = { clock, random: seededRandom(7), openSocket: network.openSocket, createInflate: createSpecInflate };
    this.shard = runShard({ ...config, shard: 0 }, port, world);
  }

  get socket(): FakeSocket {
    return this.network.last;
  }

  subscribe(book: number = 1, pair: string = specPair): void {
    this.tell({ kind: "subscribe", book, pair, epoch: 0 });
  }

  open(channel: number, text: string, policy: QueuePolicy = { kind: "queue", limit: 100 }): void {
    this.tell({ kind: "open-channel", channel, text: this.wire.channel(text), policy });
  }

  /** The venue sends a depth message on the newest connection. */
  send(content: DepthText): void {
    this.socket.bytes(this.wire.depth(content));
  }

  /** A snapshot with one level a side. */
  snapshot(seq: number | undefined, changes: DepthText = {}): void {
    const ut = 1_000 + (seq ?? 0);
    this.send({ ut, ...(seq === undefined ? {} : { seq }), asks: [["1", "101.5"]], bids: [["2", "99.5"]], ...changes });
  }

  /** An update that sets one ask. */
  update(seq: number, changes: DepthText = {}): void {
    const add = { asks: [[String(seq), "102.5"]] as const, bids: null };
    this.send({ ut: 1_000 + seq, seq, add, del: { asks: null, bids: null }, ...changes });
  }

  /** Subscribed, connected, live at seq 100. */
  goLive(): void {
    this.subscribe();
    this.socket.open();
    this.snapshot(100);
  }

  /** The newest connection is lost or was not made; time passes until the next attempt. */
  breakOff(): void {
    const { length } = this.network.sockets;
    this.socket.end(1006, "refused");
    while (this.network.sockets.length === length) {
      this.clock.advance(100);
    }
  }

  /** Time passes while the peer shows that it lives. */
  passQuietly(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.socket.controlFrame();
      this.clock.advance(1_000);
    }
  }

  /** Present state of a book as a view would show it. */
  view(book: number = 1) {
    const data = this.shard.viewOf(book, 100, -1);
    if (data === undefined) {
      return undefined;
    }
    const { status, reason, epoch, seq, askCount, bidCount } = data;
    return { status, reason, epoch, seq, levels: askCount + bidCount };
  }

  /** The latest word on a book's status. */
  status(book: number = 1) {
    for (const message of this.told.slice()) {
      if (message.kind === "status") {
        this.tell({ kind: "status-read", book: message.book });
      }
    }
    const words = this.told.flatMap((message) => (message.kind === "status" && message.book === book ? [message] : []));
    const last = words.at(-1);
    return last && { status: last.status, reason: last.reason };
  }

  /** All batches of a channel that came. */
  batches(channel: number = 1): (readonly ChannelItem[])[] {
    return this.told.flatMap((message) =>
      message.kind === "events" && message.channel === channel ? [message.batch] : [],
    );
  }

  /** Reads whatever a channel has to say, as a host that keeps up, and returns all of it so far. */
  items(channel: number = 1): ChannelItem[] {
    for (let read = -1; read !== this.batches(channel).length; ) {
      read = this.batches(channel).length;
      this.tell({ kind: "events-read", channel });
    }
    return this.batches(channel).flat();
  }
}
