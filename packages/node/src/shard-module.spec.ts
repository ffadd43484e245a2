import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AcceptedFrame } from "@depthwire/stream";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./connect.js";
import { depthFrame, startStubVenue } from "./stub-venue.spec-kit.js";

const folder = mkdtempSync(join(tmpdir(), "depthwire-shard-module-"));
afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(name: string, text: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

/** Counts what its shard accepted, and marks its end, in memory that it was given. */
const listener = moduleOf(
  "listener",
  `
export default ({ shard, data }) => {
  const words = new Int32Array(data.memory, 16 * shard, 4);
  return {
    listenToFrames: () => ({
      accepted: ({ kind, bytes }) => Atomics.add(words, kind === "snapshot" ? 0 : 1, bytes.length > 0 ? 1 : 0),
      status: (pair, status) => Atomics.add(words, 2, status === "live" ? 1 : 0),
    }),
    close: async () => { Atomics.store(words, 3, 1); },
  };
};`,
);

/** A venue of its own, without any socket. */
const feeder = moduleOf(
  "feeder",
  `
export default ({ data }) => ({
  openFeed: (address, feed) => {
    feed.opened();
    return {
      send: (text) => { if (text.includes('"sub"')) { feed.push(data.snapshot); } },
      ping() {},
      close: (code) => feed.closed(code, "as asked"),
    };
  },
});`,
);

describe("a module that the threads of shards load", () => {
  it("listens to the frames of its own shard, where they are accepted, and is closed before its thread ends", async () => {
    const { address, tick } = await startStubVenue();
    const words = new Int32Array(new SharedArrayBuffer(32));
    const shardModule = { url: listener, data: { memory: words.buffer } };
    const shardFor = (pair: string) => (pair === "4BTC_USDT" ? 3 : 2);
    const venue = connect({ addresses: [address], shards: 2, shardModule, shardFor });
    onTestFinished(() => venue.close());
    const books = ["4BTC_USDT", "4ETH_USDT", "4XRP_USDT"].map((pair) => venue.book(pair));
    await expect.poll(() => books.map((book) => book.latest.status)).toEqual(["live", "live", "live"]);
    tick();
    await expect.poll(() => books.map((book) => book.read().seq)).toEqual([2, 2, 2]);
    expect([...words]).toEqual([2, 2, 2, 0, 1, 1, 1, 0]);
    await venue.close();
    expect([words[3], words[7]]).toEqual([1, 1]);
  });

  it("has connections of its own, in place of those to the venue", async () => {
    const shardModule = { url: feeder, data: { snapshot: new Uint8Array(depthFrame("4BTC_USDT", 1)) } };
    const venue = connect({ addresses: ["ws://program.invalid"], shards: 1, shardModule });
    onTestFinished(() => venue.close());
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
  });

  it("that fails ends its thread, which is told, and tried again", async () => {
    const url = moduleOf("failing", `export default () => { throw new RangeError("planted"); };`);
    const causes: unknown[] = [];
    const logger = { log: (_level: string, _event: string, fields: object) => void causes.push(fields) };
    const options = { addresses: ["ws://program.invalid"], shards: 1, logger };
    const venue = connect({ ...options, shardModule: { url } });
    onTestFinished(() => venue.close());
    venue.book("4BTC_USDT");
    await expect.poll(() => venue.statistics().threadsLost).toBeGreaterThan(1);
    expect(causes).toContainEqual(expect.objectContaining({ cause: "RangeError: planted" }));
  });

  it("needs threads, and data that can be handed to them", () => {
    const refused = (option: string) =>
      expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) });
    const addresses = ["ws://program.invalid"];
    const data = { call: () => undefined };
    expect(() => connect({ addresses, shardModule: { url: listener } })).toThrowError(refused("shards"));
    expect(() => connect({ addresses, shards: 1, shardModule: { url: listener, data } })).toThrowError(
      refused("shardModule.data"),
    );
    expect(() => connect({ addresses, shards: 1, shardModule: { url: 5 as unknown as string } })).toThrowError(
      refused("shardModule.url"),
    );
  });
});

describe("frames of books in the caller's own thread", () => {
  it("are told there", async () => {
    const { address } = await startStubVenue();
    const told: string[] = [];
    const accepted = ({ pair, kind, seq }: AcceptedFrame) => void told.push(`${pair} ${kind} ${seq}`);
    const listenToFrames = () => ({ accepted, status: () => undefined });
    const venue = connect({ addresses: [address], shards: 0, listenToFrames });
    onTestFinished(() => venue.close());
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    expect(told).toEqual(["4BTC_USDT snapshot 1"]);
    expect(() => connect({ addresses: [address], shards: 1, listenToFrames })).toThrowError(/listenToFrames/);
  });
});

describe.each([{ shards: 0 }, { shards: 1 }])("trust, asked for at reading with $shards threads", ({ shards }) => {
  it("takes live away at once, and gives it back", async () => {
    const { address } = await startStubVenue();
    let doubt: "relay-silent" | undefined;
    const venue = connect({ addresses: [address], shards, doubtOf: () => doubt });
    onTestFinished(() => venue.close());
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => [book.latest.status, book.read().status]).toEqual(["live", "live"]);
    doubt = "relay-silent";
    expect([book.latest, book.read()]).toMatchObject([
      { status: "stale", reason: doubt },
      { status: "stale", reason: doubt },
    ]);
    doubt = undefined;
    expect([book.latest.status, book.read().status]).toEqual(["live", "live"]);
  });
});
