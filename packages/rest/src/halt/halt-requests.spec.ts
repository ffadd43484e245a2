import { expect, it } from "vitest";
import { haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

it("a halt asks for no more than it must: one cancel of what is known by its id, and a look at each side", async () => {
  const { trader, settle, ends } = scene();
  await settle(trader.place(order));
  const before = ends().length;
  expect(await settle(trader.halt("enough"))).toBe("reached");
  expect(ends().slice(before)).toEqual(["closeBatch", "list", "list", "list", "list"]);
});
