import { describe, expect, it } from "vitest";
import { type HaltScene, haltScene, memoryStore } from "../spec-kit/halt-scene.spec-kit.js";
import type { Fate } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

const isList = ({ target }: SeenRequest): boolean => target.endsWith("order/list");
const isCancel = ({ target }: SeenRequest): boolean => /order\/close(All|Batch)?$/.test(target);
const answersNothing = (): Fate => ({ answer: { state: 0, result: { p: 1, t: 50, o: [] } } });

/** Ways in which a venue does not show what is open. */
const blindness: readonly [string, () => Fate][] = [
  ["refuses to list", () => ({ refused: 4000 })],
  ["answers what is no list", () => ({ answer: { state: 0, result: { p: 1, t: 0, o: null } } })],
  ["lists fewer orders than it says", answersNothing],
  ["does not answer for a list", () => ({ until: new Promise(() => undefined) })],
];

/** A venue that takes no cancel before `cancelsFromMs`. */
const blind = (fateOfList: () => Fate, cancelsFromMs: number, ports = {}): HaltScene =>
  haltScene(
    (request) => {
      if (isCancel(request) && request.atMs < cancelsFromMs) {
        return { refused: 4000 };
      }
      return isList(request) ? fateOfList() : "answered";
    },
    {},
    ports,
  );

describe("a halt at a venue that", () => {
  it.each(blindness)("%s cancels what it knows as its own, as often as that fails", async (_, fateOfList) => {
    const scene = blind(fateOfList, 10_000);
    await scene.settle(scene.trader.place(order));
    const theirs = scene.foreign({ coi: "123" });
    void scene.trader.halt("enough");
    await scene.pass(60_000);
    expect(scene.open()).toEqual([theirs.oi]);
    expect(scene.trader.halted?.isReached).toBe(false);
    expect(scene.events.map(({ kind }) => kind)).toContain("halt-round-failed");
  });

  it.each(blindness)("%s is reached once the venue shows that nothing is open", async (_, fateOfList) => {
    let isBlind = true;
    const scene = blind(() => (isBlind ? fateOfList() : "answered"), 5_000);
    await scene.settle(scene.trader.place(order));
    const halted = scene.trader.halt("enough");
    await scene.pass(30_000);
    expect(scene.trader.halted?.isReached).toBe(false);
    isBlind = false;
    expect(await scene.settle(halted)).toBe("reached");
  });

  it("shows nothing of an account cancels the pairs of what it knows, those sent past the trader too", async () => {
    const scene = blind(() => ({ refused: 4000 }), 10_000);
    await scene.settle(scene.client.usdt.placeOrder(order));
    void scene.trader.halt("enough", { scope: "account" });
    await scene.pass(60_000);
    expect(scene.open()).toEqual([]);
    expect(scene.ends()).not.toContain("closeBatch");
  });

  it("shows nothing is asked no further to cancel what it said to be cancelled", async () => {
    const scene = haltScene((request) => {
      if (request.target.endsWith("closeBatch")) {
        return { refused: 2033 };
      }
      return isList(request) ? { refused: 4000 } : "answered";
    });
    await scene.settle(scene.trader.place(order));
    void scene.trader.halt("enough");
    await scene.pass(60_000);
    expect(scene.open()).toEqual([]);
    expect(scene.ends().filter((end) => end === "close")).toHaveLength(1);
    expect(scene.ends().filter((end) => end === "closeBatch")).toHaveLength(1);
  });

  it("shows nothing is asked for an earlier process's orders by their client ids", async () => {
    const store = memoryStore();
    const intent = { operation: "placeOrder", signedAtMs: 1, clientOrderId: "77", ...order };
    store.remembered.set("77", { intent, end: "answered" });
    const scene = blind(() => ({ refused: 4000 }), 0, { intents: store });
    const theirs = scene.foreign({ coi: "123" });
    scene.foreign({ coi: "77" });
    await scene.pass(10);
    void scene.trader.halt("enough");
    await scene.pass(30_000);
    expect(scene.open()).toEqual([theirs.oi]);
  });
});

it("a halt that cannot ask for plans cancels the open orders all the same", async () => {
  const scene = haltScene(({ target }) => (target.endsWith("planOrderList") ? { refused: 4000 } : "answered"));
  const theirs = scene.foreign({ coi: "123" });
  void scene.trader.halt("enough", { scope: "account" });
  await scene.pass(20_000);
  expect(scene.open()).not.toContain(theirs.oi);
  expect(scene.trader.halted?.isReached).toBe(false);
});
