import type { Inflate } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { snapshotText, specPair } from "../../../../book/src/spec-kit/depth-text.spec-kit.js";
import { type EngineOptions, resolveEngineOptions } from "../../engine/engine-options.js";
import { FakeNetwork } from "../../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../../spec-kit/zlib-inflate.spec-kit.js";
import { runShard } from "./run-shard.js";
import type { FromShard, ToShard } from "./shard-messages.js";
import type { ShardHandle } from "./start-shard.js";

/** The channel of the book of {@link ShardOnWire.goLive}. */
export const channel = `${specPair}_depth`;

/** One shard on protocol A, whose specs write the venue's texts and the host's messages themselves. */
export class ShardOnWire {
  readonly clock: FakeClock = fakeClock();
  readonly network: FakeNetwork = new FakeNetwork();
  readonly told: FromShard[] = [];
  readonly shard: ShardHandle;
  tell: (message: ToShard) => void = () => {};

  constructor(options: Partial<EngineOptions> = {}, createInflate: () => Inflate = createSpecInflate) {
    const { clock, network } = this;
    const { config } = resolveEngineOptions({ addresses: ["ws://one", "ws://two"], ...options });
    const port = {
      post: (message: FromShard) => this.told.push(message),
      onMessage: (handler: (message: ToShard) => void) => {
        this.tell = handler;
      },
    };
    const world = { clock, random: seededRandom(7), openSocket: network.openSocket, createInflate };
    this.shard = runShard({ ...config, shard: 0 }, port, world);
  }

  subscribe(book: number = 1, pair: string = specPair, epoch: number = 0): void {
    this.tell({ kind: "subscribe", book, pair, epoch });
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

  /** The latest status that the host was told. */
  status(book: number = 1) {
    const messages = this.told.flatMap((message) => {
      if (message.kind === "status" && message.book === book) {
        return [{ status: message.status, reason: message.reason }];
      }
      return message.kind === "view" && message.view.book === book
        ? [{ status: message.view.status, reason: message.view.reason }]
        : [];
    });
    return messages.at(-1);
  }

  /** Answers the status messages, as a host would, so that the next ones come. */
  readStatuses(): void {
    for (let read = 0; read < this.told.length; read++) {
      const message = this.told[read];
      if (message?.kind === "status") {
        this.tell({ kind: "status-read", book: message.book });
      }
    }
  }

  /** Time passes while the peer shows that it lives. */
  passQuietly(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.network.last.controlFrame();
      this.clock.advance(1_000);
    }
  }

  /** Subscribed, connected, live at seq 100. */
  goLive(): void {
    this.subscribe();
    this.network.last.open();
    this.network.last.zlib(snapshotText(100));
  }
}
