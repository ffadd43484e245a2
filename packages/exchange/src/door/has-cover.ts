import { isUsable } from "../account/cover.js";
import { canPayOwnPrice, lossAgainstMark } from "../account/own-price.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { PlaceOrder } from "./place-order.js";
import { reachOf } from "./reach.js";

/**
 * Whether there is money for an opening order: for what it holds back, and for what it loses against the tag price by its own price
 * (at the market, by the worst price that it reaches in the book). A fixed position pays that loss with its margin, a cross position with the account.
 */
export function hasCover(state: ExchangeState, site: HoldingSite, order: PlaceOrder, frozen: bigint): boolean {
  const { market, contract, user, holding } = site;
  const intent = order.type === "limit" ? order : reachOf(market, contract, order);
  if (holding.mode === "cross") {
    const loss = intent === undefined ? 0n : lossAgainstMark(contract, intent);
    return isUsable(state, user, holding.accounts, frozen + loss);
  }
  if (!isUsable(state, user, holding.accounts, frozen)) {
    return false;
  }
  return intent === undefined || canPayOwnPrice(state, site, intent);
}
