import { expect, it } from "vitest";
import { draft, known, triggers } from "../spec-support/ticket-scene.js";
import type { Draft } from "./draft.js";
import { orderWords } from "./order-words.js";
import { costsOf } from "./ticket-costs.js";

it.each<[Partial<Draft>, string]>([
  [triggers, "open long 0.01 BTC/USDT at 47 000, worth 470 USDT, take-profit 48 000, stop-loss 46 000"],
  [{ stopLoss: "46000" }, "open long 0.01 BTC/USDT at 47 000, worth 470 USDT, stop-loss 46 000"],
  [{ pair: "4ETH_USDT", price: "1700.5" }, "open long 0.01 ETH/USDT at 1 700.5, worth 17.005 USDT"],
  [{ type: "market", price: "" }, "open long 0.01 BTC/USDT at the market, worth about 471 USDT"],
  [
    { side: "close-long", type: "trigger", price: "46000" },
    "close long 0.01 BTC/USDT at the market once 46 000 is reached, worth about 460 USDT",
  ],
])("an order is reviewed with everything that is sent: %o", (order, words) => {
  const written = { ...draft, ...order };
  expect(orderWords(written, costsOf(written, known).value).replaceAll("\u202f", " ")).toBe(words);
});

it("an order whose value is not known is reviewed without one", () => {
  expect(orderWords(draft, undefined)).toBe("open long 0.01 BTC/USDT at 47\u202f000");
});
