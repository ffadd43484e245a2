import { Credential } from "@depthwire/core";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { prefixWire } from "../spec-kit/wire.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { assembleEngine, type Engine } from "./engine.js";
import type { EngineFeatures } from "./engine-features.js";
import type { EngineOptions } from "./engine-options.js";
import type { EnginePorts } from "./engine-ports.js";
import { accountStreams, channelStreams, everyProtocol } from "./every-feature.js";

let clock: FakeClock;
let network: FakeNetwork;

beforeEach(() => {
  clock = fakeClock();
  network = new FakeNetwork();
});

function assemble(
  features?: EngineFeatures,
  options: Partial<EngineOptions> = {},
  ports: Partial<EnginePorts> = {},
): Engine {
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  return assembleEngine(
    { addresses: ["ws://one"], ...options },
    { clock, random: () => 0.5, shard, ...ports },
    features,
  );
}

const refused = (option: string): unknown =>
  expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) });

describe("an engine that is passed no feature", () => {
  test("keeps books", async () => {
    const engine = assemble();
    engine.book(specPair);
    await clock.advanceAndSettle(1_000);
    network.last.open();
    network.last.bytes(prefixWire.depth({ seq: 100, ut: 1_100, asks: [["1", "101.5"]], bids: [["2", "99.5"]] }));
    await clock.advanceAndSettle(0);
    expect(engine.views()).toMatchObject([{ pair: specPair, status: "live", seq: 100 }]);
    expect(engine.statistics()).toMatchObject({ books: { live: 1 }, frames: 1 });
    expect(engine.statistics().streams.klines).toMatchObject({ open: 0, delivered: 0 });
    expect(engine.statistics().accounts).toMatchObject({ open: 0, requests: 0 });
    const closing = engine.close();
    await clock.advanceAndSettle(10_000);
    await closing;
  });

  test("counts messages of other channels, and passes them on to nobody", async () => {
    const engine = assemble();
    engine.book(specPair);
    await clock.advanceAndSettle(1_000);
    network.last.open();
    network.last.plain(JSON.stringify({ topic: `${specPair}_deals`, t: 1, d: [] }));
    expect(Object.keys(engine.statistics().rejected)).toHaveLength(1);
    const closing = engine.close();
    await clock.advanceAndSettle(10_000);
    await closing;
  });

  test("refuses what no feature was passed for, by the feature's name", () => {
    const engine = assemble();
    const credential = new Credential({ apiKey: "key", apiSecret: "secret" });
    for (const follow of [
      () => engine.klines(specPair, "1min"),
      () => engine.tagPriceKlines(specPair),
      () => engine.deals(specPair),
      () => engine.ticker(specPair),
    ]) {
      expect(follow).toThrow(refused("features.channels"));
    }
    expect(() => engine.login(credential)).toThrow(refused("features.accounts"));
    expect(network.sockets).toEqual([]);
  });

  test.each<[string, Partial<EngineOptions>, Partial<EnginePorts>]>([
    ["protocol", { protocol: "channel" }, {}],
    ["shards", { shards: 1 }, { startThread: () => expect.unreachable() }],
    ["features.wireTap", {}, { wireTap: { inbound: () => undefined, outbound: () => undefined } }],
  ])("refuses %s that it has no part for", (option, options, ports) => {
    expect(() => assemble({}, options, ports)).toThrow(refused(option));
  });
});

describe("an engine with features", () => {
  test("has what each adds", async () => {
    const engine = assemble({ channels: channelStreams, accounts: accountStreams });
    engine.deals(specPair);
    engine.login(new Credential({ apiKey: "key", apiSecret: "secret" }));
    await clock.advanceAndSettle(1_000);
    expect(network.sockets).toHaveLength(2);
    expect(engine.statistics()).toMatchObject({ streams: { deals: { open: 1 } }, accounts: { open: 1 } });
    const closing = engine.close();
    await clock.advanceAndSettle(10_000);
    await closing;
  });

  test("speaks protocol B with books alone", () => {
    const engine = assemble({ protocols: everyProtocol }, { protocol: "channel" });
    expect(() => engine.deals(specPair)).toThrow(refused("features.channels"));
    expect(() => engine.book(specPair)).not.toThrow();
    void engine.close();
  });
});
