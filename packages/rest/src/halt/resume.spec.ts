import { expect, it } from "vitest";
import type { HaltOrder } from "../index.js";
import { memoryStore, haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const lost = "the private stream was lost";

it("the newest reason of a halt is told: to whoever asks, to orders and to the store", async () => {
  const store = memoryStore();
  const { trader, client, settle, pass } = scene(undefined, { onDisconnect: "halt" }, { intents: store });
  trader.disconnected();
  await pass(10);
  const { sinceMs } = trader.halted ?? {};
  void trader.halt("stopped");
  expect(trader.halted).toMatchObject({ reason: "stopped", earlierReasons: [lost], sinceMs });
  await pass(10);
  await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { reason: "stopped" } });
  expect((await store.load()).halt).toMatchObject({ reason: "stopped", earlierReasons: [lost] });
  void trader.halt(lost);
  void trader.halt(lost);
  expect(trader.halted).toMatchObject({ reason: lost, earlierReasons: ["stopped"] });
});

it("resuming for one reason leaves what was halted for another, and says whether trading goes on", async () => {
  const store = memoryStore();
  const { trader, client, settle, pass } = scene(undefined, { onDisconnect: "halt" }, { intents: store });
  trader.disconnected();
  void trader.halt("stopped", { scope: "account" });
  expect(trader.resume({ reason: "another" })).toBe(false);
  expect(trader.halted).toMatchObject({ reason: "stopped", earlierReasons: [lost] });
  expect(trader.resume({ reason: lost })).toBe(false);
  expect(trader.halted).toMatchObject({ reason: "stopped", scope: "account" });
  expect(trader.halted?.earlierReasons).toBeUndefined();
  await pass(10);
  expect((await store.load()).halt).toEqual(expect.not.objectContaining({ earlierReasons: expect.anything() }));
  await expect(trader.place(order)).rejects.toMatchObject({ code: "halted" });
  expect(client.resume({ reason: "stopped" })).toBe(true);
  expect(trader.halted).toBeUndefined();
  await settle(trader.place(order));
  expect((await store.load()).halt).toBeUndefined();
});

it("resuming for the newest reason leaves an older one, which then is the reason", async () => {
  const { trader, pass } = scene();
  void trader.halt("news");
  void trader.halt("spread");
  expect(trader.resume({ reason: "spread" })).toBe(false);
  expect(trader.halted).toMatchObject({ reason: "news" });
  void trader.halt("spread");
  expect(trader.resume()).toBe(true);
  expect(trader.halted).toBeUndefined();
  expect(trader.resume({ reason: "news" })).toBe(true);
  await pass(10);
});

it("a halt of an earlier process is not ended with one that began before the store was read", async () => {
  const store = memoryStore();
  await store.keepHalt?.({ reason: "stopped", sinceMs: 1, scope: "account", plans: "keep" });
  const { trader, client, pass } = scene(undefined, { onDisconnect: "halt" }, { intents: store });
  trader.disconnected();
  await client.recall();
  expect(trader.halted).toMatchObject({ reason: lost, earlierReasons: ["stopped"], sinceMs: 1, scope: "account" });
  await pass(10);
  expect((await store.load()).halt).toMatchObject({ reason: lost, earlierReasons: ["stopped"], scope: "account" });
  expect(trader.resume({ reason: lost })).toBe(false);
  expect(trader.halted).toMatchObject({ reason: "stopped", scope: "account" });
});

it.each([[{ reason: undefined }], [{ reason: "" }], [{ because: lost }], [lost]])(
  "resuming with %j ends nothing: a slip must not let orders through",
  async (options) => {
    const { trader, pass } = scene();
    void trader.halt("stopped");
    expect(() => trader.resume(options as never)).toThrow(expect.objectContaining({ code: "option-invalid" }));
    expect(trader.halted).toMatchObject({ reason: "stopped" });
    await pass(10);
  },
);

it("reasons without end are not all remembered, and none of those that are is ended with another", async () => {
  const { client, trader } = scene();
  const reasonsOf = ({ reason, earlierReasons = [] }: HaltOrder): readonly string[] => [...earlierReasons, reason];
  for (let loss = 0; loss < 1_000; loss++) {
    client.halt(`loss of ${loss}`);
  }
  const reasons = client.halted === undefined ? [] : reasonsOf(client.halted);
  expect(reasons).toHaveLength(100);
  expect([reasons[0], reasons.at(-1)]).toEqual(["loss of 0", "loss of 999"]);
  expect(trader.resume({ reason: "loss of 999" })).toBe(false);
  trader.close();
});

it("resuming for one of two reasons leaves alone what was sent while trading was halted", async () => {
  const { trader, settle, pass, open } = scene();
  void trader.halt("news");
  void trader.halt("spread");
  await pass(1_000);
  const closing = await settle(trader.place({ ...order, side: "close-long" }));
  expect(trader.resume({ reason: "spread" })).toBe(false);
  await pass(5_000);
  expect(open()).toEqual([closing.orderId]);
  trader.resume();
  expect(await settle(trader.halt("news"))).toBe("reached");
  expect(open()).toEqual([]);
});

it("resuming for a reason that nobody halted for changes nothing, and is told to nobody", async () => {
  const { trader, client, pass, events } = scene();
  void trader.halt("stopped");
  await pass(1_000);
  const { halted } = client;
  const told = events.length;
  expect(trader.resume({ reason: "another" })).toBe(false);
  await pass(1_000);
  expect(client.halted).toBe(halted);
  expect(events).toHaveLength(told);
});

it("a halt for two reasons cancels plans from when either wants that, and keeps them before", () => {
  const { client } = scene();
  client.halt("news");
  client.halt("spread");
  expect(client.halted).toMatchObject({ plans: "keep", scope: "own" });
  client.halt("loss", { plans: "cancel" });
  client.halt("another loss");
  expect(client.halted).toMatchObject({ plans: "cancel" });
});

it.each([
  ["planClose", { plans: "cancel", scope: "account" }],
  ["close", { scope: "own" }],
] as const)("resuming ends a cancel that is not answered: %s is asked for no more", async (end, options) => {
  const { trader, settle, pass, ends, plans } = scene(({ target }) => {
    if (target.endsWith("closeBatch")) {
      return { refused: 2033 };
    }
    return target.endsWith(`/${end}`) ? { until: new Promise(() => undefined) } : "answered";
  });
  plans.set("1", { pair: "4BTC_USDT", side: "long" });
  if (end === "close") {
    await settle(trader.place(order));
  }
  void trader.halt("stopped", options);
  await pass(1_000);
  trader.resume();
  await pass(100);
  const asked = ends().filter((one) => one === end).length;
  expect(asked).toBeGreaterThan(0);
  await pass(60_000);
  expect(ends().filter((one) => one === end)).toHaveLength(asked);
});
