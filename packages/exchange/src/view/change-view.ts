import { averageOfFine } from "../contract/units.js";
import { fraction } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { ContractSite } from "../state/site.js";
import type { ChangeRecord, ChangeView } from "./change.js";
import { averageText, quantityText } from "./texts.js";
import { recordId } from "./wire-ids.js";

/** Shows a change of a position. */
export function viewChange({ market: { market }, contract }: ContractSite, change: ChangeRecord): ChangeView {
  const { price } = change;
  const openPrice = averageOfFine(contract.units, BigInt(change.openQuantity), change.openFineCost);
  return {
    positionChangeId: recordId(change.id),
    coin: contract.terms.settleCoin,
    pair: market.pair,
    side: change.side,
    mode: change.mode,
    type: change.type,
    quantityChange: quantityText(market, change.quantityChange),
    quantity: quantityText(market, change.quantity),
    price: averageText(market, typeof price === "number" ? fraction(BigInt(price)) : price),
    openPrice: averageText(market, openPrice),
    profit: moneyText(change.profit),
    fee: moneyText(change.fee),
    tokenFeeDeduction: moneyText(change.tokenDeduction),
    couponFeeDeduction: moneyText(change.couponDeduction),
    createdAtMs: change.atMs,
  };
}
