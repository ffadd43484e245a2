import type { PositionMode } from "../account/position-mode.js";
import type { Position } from "../account/user.js";
import { averageOfFine, type ContractUnits } from "../contract/units.js";
import type { Fraction } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { Market } from "../market/market.js";
import type { ChangeType, ChangeView } from "./change.js";
import type { ChargedFee } from "./fill.js";
import { averageText, quantityText } from "./texts.js";
import { recordId } from "./wire-ids.js";

/** One change in figures. The average open price is that of the position before a reduction and after an increase. */
export interface ChangeFigures extends ChargedFee {
  readonly id: number;
  readonly type: ChangeType;
  readonly quantityChange: number;
  readonly price: Fraction;
  readonly openQuantity: number;
  readonly openFineCost: bigint;
  readonly profit: bigint;
  readonly atMs: number;
}

/** Shows a change of a position that has just happened. */
export function viewChange(
  market: Market,
  units: ContractUnits,
  at: { readonly coin: string; readonly mode: PositionMode; readonly position: Position },
  figures: ChangeFigures,
): ChangeView {
  const { position } = at;
  return {
    positionChangeId: recordId(figures.id),
    coin: at.coin,
    pair: position.pair,
    side: position.side,
    mode: at.mode,
    type: figures.type,
    quantityChange: quantityText(market, figures.quantityChange),
    quantity: quantityText(market, position.quantity),
    price: averageText(market, figures.price),
    openPrice: averageText(market, averageOfFine(units, BigInt(figures.openQuantity), figures.openFineCost)),
    profit: moneyText(figures.profit),
    fee: moneyText(figures.fee),
    tokenFeeDeduction: moneyText(figures.tokenDeduction),
    couponFeeDeduction: moneyText(figures.couponDeduction),
    createdAtMs: figures.atMs,
  };
}
