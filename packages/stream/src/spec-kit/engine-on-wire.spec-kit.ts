import type { BookView } from "@depthwire/book";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { snapshotText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { createEngine } from "../engine/create-engine.js";
import type { Engine, EnginePorts } from "../engine/engine.js";
import type { EngineOptions } from "../engine/engine-options.js";
import { FakeNetwork } from "./fake-network.spec-kit.js";
import { FakeThreads } from "./fake-thread.spec-kit.js";
import { createSpecInflate } from "./zlib-inflate.spec-kit.js";

/** What a spec gives besides options. */
export interface EngineOnWireParts extends Partial<EnginePorts> {
  /** Whether threads have a heartbeat word; default `none`. */
  readonly heart?: "beats" | "none";
}

/** One engine on protocol A whose specs write the venue's texts themselves. */
export class EngineOnWire {
  readonly clock: FakeClock = fakeClock();
  readonly network: FakeNetwork = new FakeNetwork();
  readonly threads: FakeThreads;
  readonly engine: Engine;
  readonly logged: string[] = [];

  constructor(options: Partial<EngineOptions> = {}, { heart = "none", ...ports }: EngineOnWireParts = {}) {
    const { clock, network } = this;
    const random = seededRandom(7);
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    this.threads = new FakeThreads({ clock, random, ...shard }, heart);
    const logger = { log: (level: string, event: string) => this.logged.push(`${level} ${event}`) };
    this.engine = createEngine(
      { addresses: ["ws://one"], ...options },
      { clock, random, shard, startThread: this.threads.start, logger, ...ports },
    );
  }

  /** Lets time pass, and everything happen that is due. */
  settle(ms: number = 0): Promise<void> {
    return this.clock.advanceAndSettle(ms);
  }

  /** Opens the newest socket and lets the venue send a snapshot. */
  async goLive(seq: number = 100): Promise<void> {
    await this.settle();
    this.network.last.open();
    this.network.last.zlib(snapshotText(seq));
    await this.settle();
  }
}

/** What a view says about itself. */
export function label({ status, reason, epoch, seq }: BookView) {
  return { status, reason, epoch, seq };
}

/** Everything that a loop over `source` gets, as it comes. */
export function collect<Item>(source: AsyncIterable<Item>): {
  readonly items: Item[];
  readonly done: Promise<unknown>;
} {
  const items: Item[] = [];
  const done = (async () => {
    for await (const item of source) {
      items.push(item);
    }
  })();
  return { items, done };
}
