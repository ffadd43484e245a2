import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import type { RelayView } from "./view-codec.js";
import { ViewReader } from "./view-reader.js";

const pair = "4BTC_USDT";
const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../../../docs/api/relay-view.schema.json", import.meta.url)), "utf8"),
) as object;
const isView = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** A world whose owner publishes views twice a second, and a reader of them. */
async function viewedWorld(hz: number = 2) {
  const world = new RelayWorld(1, [pair, "4ETH_USDT"], { views: { hz, levels: 3 } });
  const bus = world.bus.connect("reader");
  const reader = new ViewReader({ bus, subjects: world.subjects, clock: world.clock });
  const heard: { readonly atMs: number; readonly text: string }[] = [];
  bus.subscribe(world.subjects.view(pair), ({ bytes }) => {
    heard.push({ atMs: world.clock.monotonicMs(), text: new TextDecoder().decode(bytes) });
  });
  const told: string[] = [];
  const end = reader.follow(pair, ({ status, reason }) => told.push(reason ?? status));
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(2_000);
  return { world, bus, reader, heard, owner, told, end };
}

describe("views", () => {
  test("have the best levels of the book, fit their schema, and come as often as they may at most", async () => {
    const { world, reader, heard } = await viewedWorld();
    heard.splice(0);
    await world.run(3_000, 5);
    expect(heard.length).toBeGreaterThanOrEqual(5);
    expect(heard.length).toBeLessThanOrEqual(7);
    for (const { text } of heard) {
      expect(isView(JSON.parse(text)), JSON.stringify(isView.errors)).toBe(true);
    }
    const view = reader.read(pair);
    const book = world.streams.get(pair)?.latest;
    expect(view).toMatchObject({ pair, status: "live", reason: undefined, owner: "a", term: 1 });
    await world.run(600, 0);
    expect(reader.read(pair)?.asks).toEqual(world.streams.get(pair)?.latest.asks.levels().slice(0, 3));
    expect(reader.read(pair)?.bids).toEqual(world.streams.get(pair)?.latest.bids.levels().slice(0, 3));
    expect(book?.status).toBe("live");
    expect(reader.read(pair)?.asks.length).toBeLessThanOrEqual(3);
  });

  test("come again each second unchanged, and grow older between", async () => {
    const { world, reader, heard } = await viewedWorld();
    await world.run(1_000, 0);
    heard.splice(0);
    await world.run(5_000, 0);
    expect(heard.length).toBeGreaterThanOrEqual(4);
    expect(heard.length).toBeLessThanOrEqual(6);
    const first = reader.read(pair);
    await world.clock.advanceAndSettle(300);
    const later = reader.read(pair);
    expect(later?.ageMs).toBe((first?.ageMs ?? 0) + 300);
    expect(later?.freshWithinMs).toBe((first?.freshWithinMs ?? 0) + 300);
    expect(later?.status).toBe("live");
  });

  test("are stale after silence, on a lost connection, and after the machine slept", async () => {
    const { world, bus, reader, owner } = await viewedWorld();
    owner.holds = false;
    await world.run(2_000);
    expect(reader.read(pair)?.status).toBe("live");
    await world.run(1_000);
    expect(reader.read(pair)).toMatchObject({ status: "stale", reason: "relay-silent" });
    expect(reader.read(pair)?.freshWithinMs).toBeUndefined();
    owner.holds = true;
    await world.run(600);
    expect(reader.read(pair)?.status).toBe("live");
    bus.cut();
    expect(reader.read(pair)).toMatchObject({ status: "stale", reason: "relay-disconnected" });
    bus.restore();
    await world.run(600);
    expect(reader.read(pair)?.status).toBe("live");
    world.clock.jumpEpoch(60_000);
    expect(reader.read(pair)).toMatchObject({ status: "stale", reason: "relay-silent" });
  });

  test("tell why a book is not live without waiting for their turn, and carry no bound then", async () => {
    const { world, reader, told } = await viewedWorld();
    await world.run(600, 0);
    told.splice(0);
    world.venue.disconnectAll();
    await world.clock.advanceAndSettle(0);
    expect(told).toEqual(["disconnected"]);
    expect(reader.read(pair)).toMatchObject({ status: "stale", reason: "disconnected" });
    expect(reader.read(pair)?.freshWithinMs).toBeUndefined();
  });

  test("of a former owner are dropped, and so is what is no view of the pair", async () => {
    const { world, reader, heard } = await viewedWorld();
    const next = world.owner("b");
    await world.run(500);
    world.takeOver(next);
    await world.run(1_500);
    expect(reader.read(pair)).toMatchObject({ status: "live", owner: "b", term: 2 });
    expect(reader.counts.oldTerm).toBeGreaterThan(0);
    const stranger = world.bus.connect("stranger");
    const text = heard.at(-1)?.text ?? "";
    const changed = (change: (view: RelayView) => object): string => {
      const view = JSON.parse(text) as RelayView;
      return JSON.stringify({ ...view, ...change(view) });
    };
    const strange = [
      "",
      "{",
      "[]",
      text.replace('"version":1', '"version":2'),
      text.replace(pair, "4ETH_USDT"),
      text.replace('"live"', '"fine"'),
      text.replace(/"asks":\[/, '"asks":[[],'),
      changed((view) => ({ asks: view.asks.toReversed() })),
      changed((view) => ({ bids: [...view.bids, view.bids[0]] })),
      changed((view) => ({ asks: view.bids, bids: view.asks })),
      changed((view) => ({ bids: [{ ...view.bids[0], price: view.asks[0]?.price }] })),
      changed((view) => ({ asks: [{ ...view.asks[0], price: "-1" }] })),
      changed((view) => ({ bids: [{ ...view.bids[0], quantity: "0" }] })),
      changed(() => ({ reason: "relay-gap" })),
    ];
    for (const damaged of strange) {
      stranger.publish(world.subjects.view(pair), new TextEncoder().encode(damaged));
    }
    stranger.publish(world.subjects.view(pair), new Uint8Array(300_000));
    await world.clock.advanceAndSettle(0);
    expect(reader.counts.malformed).toBe(strange.length + 1);
    expect(reader.read(pair)).toMatchObject({ status: "live", owner: "b" });
  });

  test("of a term that no owner can have are dropped beside an owner's, and give way to it", async () => {
    const { world, reader, heard } = await viewedWorld();
    const text = heard.at(-1)?.text ?? "";
    const view = JSON.parse(text) as RelayView;
    const far = new TextEncoder().encode(JSON.stringify({ ...view, owner: "far", term: world.clock.epochMs() * 2 }));
    const stranger = world.bus.connect("stranger");
    stranger.publish(world.subjects.view(pair), far);
    await world.run(1_500);
    expect(reader.counts).toMatchObject({ malformed: 1, oldTerm: 0 });
    expect(reader.read(pair)).toMatchObject({ status: "live", owner: "a", term: 1 });
    const late = new ViewReader({ bus: world.bus.connect("late"), subjects: world.subjects, clock: world.clock });
    late.follow(pair);
    stranger.publish(world.subjects.view(pair), far);
    await world.clock.advanceAndSettle(0);
    expect(late.read(pair)).toMatchObject({ owner: "far" });
    await world.run(1_500);
    expect(late.read(pair)).toMatchObject({ status: "live", owner: "a", term: 1 });
    expect(late.counts).toMatchObject({ malformed: 0, oldTerm: 0 });
  });

  test("of a pair that nobody reads any longer are not received", async () => {
    const { world, reader, end } = await viewedWorld();
    end();
    const { received } = reader.counts;
    await world.run(1_000);
    expect(reader.counts.received).toBe(received);
    expect(reader.read(pair)).toBeUndefined();
    expect(() => reader.follow("4BTC.*")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  test.each([
    [{ hz: 0 }, "views.hz"],
    [{ hz: 1_000 }, "views.hz"],
    [{ hz: 1, levels: 0 }, "views.levels"],
    [{ hz: 1, levels: 501 }, "views.levels"],
  ])("are not published with %j", (views, option) => {
    const world = new RelayWorld(1, [pair], { views });
    expect(() => world.owner("a")).toThrow(expect.objectContaining({ details: expect.objectContaining({ option }) }));
  });
});
