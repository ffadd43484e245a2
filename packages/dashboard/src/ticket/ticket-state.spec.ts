import { expect, it } from "vitest";
import { pair } from "../data/settings.js";
import { draft, followPair, goOn, phase, prepareClosing, quantity, takeProfit } from "./ticket-state.js";

it("writes the order that closes a position, of whichever pair, and sends nothing", () => {
  pair.value = "4BTC_USDT";
  followPair();
  quantity.value = "0.5";
  takeProfit.value = "60000";
  prepareClosing({ pair: "4ETH_USDT", side: "short", closableQuantity: "0.7" });
  expect(draft.value).toEqual({
    pair: "4ETH_USDT",
    side: "close-short",
    type: "market",
    quantity: "0.7",
    price: "",
    takeProfit: "",
    stopLoss: "",
  });
  expect(phase.value).toBe("reviewing");
  // Nothing is known of the pair here, so nothing goes out.
  goOn();
  expect(phase.value).toBe("reviewing");
});
