import type { Wire } from "./operations.spec-kit.js";
import { inside, openLong, openShort } from "./orders.spec-kit.js";
import type { Entrance, Scene } from "./scene.spec-kit.js";
import type { Trader } from "./trader.spec-kit.js";

/** Two who have traded with each other. What led up to it has been heard. */
export interface Pair {
  /** Has a long. */
  readonly alice: Trader;
  /** Has a short of the same size. */
  readonly bob: Trader;
  /** The order with which Alice opened it. */
  readonly orderId: string;
}

async function trade(scene: Scene, alice: Trader, bob: Trader, amount: string, more: Wire): Promise<Pair> {
  await bob.calls("usdt.placeOrder", openShort(amount, inside));
  bob.expectReply({ status: 1 });
  await alice.calls("usdt.placeOrder", openLong(amount, inside, more));
  alice.expectReply({ status: 3 });
  for (const trader of [alice, bob]) {
    await trader.passesOver();
    await trader.remembers();
  }
  scene.seen.asserted.clear();
  return { alice, bob, orderId: alice.orderId };
}

/** Alice has a long of {@link inside} in cross mode with leverage 10, and Bob the short. */
export async function holdingLong(scene: Scene, amount = "0.01", entrance: Entrance = {}): Promise<Pair> {
  return trade(scene, await scene.trader(entrance), await scene.trader(), amount, {});
}

/** Alice has a long in fixed mode. */
export async function holdingFixedLong(scene: Scene, leverage: number, amount = "0.01"): Promise<Pair> {
  const alice = await scene.trader();
  const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: leverage, leverage_short: leverage };
  await alice.calls("usdt.setModeAndLeverage", mode);
  alice.expectReply({ result: "success" });
  return trade(scene, alice, await scene.trader(), amount, {});
}

/** Alice has a long, with a take-profit at 50000 and a stop-loss at 45000. */
export async function holdingProtectedLong(scene: Scene): Promise<Pair> {
  const attached = { plan_type: 1, profit_price: "50000", loss_price: "45000", client_oid: "77" };
  return trade(scene, await scene.trader(), await scene.trader(), "0.01", attached);
}

/** Two others trade a little at a price inside the spread: it becomes the last price. */
export async function othersTradeAt(scene: Scene, price: string): Promise<void> {
  const seller = await scene.trader();
  const buyer = await scene.trader();
  await seller.calls("usdt.placeOrder", openShort("0.001", price));
  seller.expectReply({ status: 1 });
  await buyer.calls("usdt.placeOrder", openLong("0.001", price));
  buyer.expectReply({ status: 3 });
  await seller.passesOver();
  await buyer.passesOver();
}
