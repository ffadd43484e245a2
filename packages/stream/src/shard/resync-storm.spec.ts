import { defaultResyncOptions } from "@depthwire/book/internal";
import { expect, test } from "vitest";
import type { FakeSocket } from "../spec-kit/fake-network.spec-kit.js";
import { ShardScene } from "../spec-kit/shard-scene.spec-kit.js";
import { specWires } from "../spec-kit/wire.spec-kit.js";

const pairCount = 1_000;
const pairs = Array.from({ length: pairCount }, (_, index) => `4C${index}_USDT`);
const { shardPerSecond, connectionPerSecond } = defaultResyncOptions;

/** The largest number of these times that lie within one second. */
function maxWithinASecond(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return Math.max(
    ...sorted.map((fromMs, index) => sorted.slice(index).findIndex((atMs) => atMs >= fromMs + 1_000 - 1e-6)),
    sorted.filter((atMs) => atMs > (sorted.at(-1) as number) - 1_000).length,
  );
}

test.each(specWires.slice(0, 2))(
  "1,000 pairs of %s that gap at once resync at a bounded rate, and all come back",
  (_what, wire) => {
    const scene = new ShardScene(wire);
    for (const [index, pair] of pairs.entries()) {
      scene.subscribe(index, pair);
    }
    expect(scene.network.sockets).toHaveLength(pairCount / 20);
    const resyncs: number[] = [];
    const resyncsOf = new Map<FakeSocket, number[]>();
    let seq = 100;
    const snapshotOf = (pair: string) => ({ pair, ut: 1_000 + seq, seq, asks: [["1", "101.5"]] as const, bids: [] });
    const updateOf = (pair: string) => ({ pair, ut: 1_000 + seq, seq, add: { asks: [["1", "102"]] as const } });
    for (const socket of scene.network.sockets) {
      const own: number[] = [];
      resyncsOf.set(socket, own);
      socket.onSend = (text) => {
        const { sub, event, channel, ping } = JSON.parse(text) as Record<string, string>;
        if (ping !== undefined) {
          socket.controlFrame();
        }
        const name = event === "addChannel" ? (sub ?? channel) : undefined;
        const pair = /(4C\d+_USDT)_depth$/.exec(name ?? "")?.[1];
        if (pair !== undefined) {
          own.push(scene.clock.monotonicMs());
          scene.clock.after(50, () => socket.bytes(wire.depth(snapshotOf(pair))));
        }
      };
      socket.open();
    }
    scene.clock.advance(50);
    const gapAtMs = scene.clock.monotonicMs();
    seq += 2;
    for (const [index, pair] of pairs.entries()) {
      scene.network.sockets[Math.floor(index / 20)]?.bytes(wire.depth(updateOf(pair)));
    }
    expect(scene.shard.statistics()).toMatchObject({ gaps: pairCount, resyncs: 0 });
    scene.clock.advance((pairCount / shardPerSecond) * 1_000 + 1_000);
    for (const own of resyncsOf.values()) {
      const later = own.filter((atMs) => atMs >= gapAtMs);
      expect(later).toHaveLength(20);
      expect(maxWithinASecond(later)).toBeLessThanOrEqual(1.25 * connectionPerSecond);
      resyncs.push(...later);
    }
    expect(maxWithinASecond(resyncs)).toBeLessThanOrEqual(1.25 * shardPerSecond);
    expect(pairs.map((_, index) => scene.view(index)?.status)).toEqual(pairs.map(() => "live"));
    expect(scene.shard.statistics()).toMatchObject({ resyncs: pairCount, gaps: pairCount, unanswered: 0 });
  },
);
