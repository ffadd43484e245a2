import { brandedText, decimal, identifier, integer, padded, time } from "../shape/scalar.js";
import type { Branded } from "../shape/value.js";

/** A price in the pricing coin (USDT for `4…_USDT`, USD for `5…_USD`). */
export type Price = Branded<"price">;
/** An amount that is traded: coin for USDT-margined and spot pairs, USD for coin-margined pairs. */
export type Quantity = Branded<"quantity">;
/** An amount of money in a coin that the record names. */
export type Money = Branded<"money">;
/** A ratio: 0.0006 is 0.06 %. */
export type Rate = Branded<"rate">;
/** A ratio in percent: -2.83 is -2.83 %. */
export type Percent = Branded<"percent">;
/** Leverage, 1 to 100. */
export type Leverage = Branded<"leverage">;
/** The venue's id of an order. */
export type OrderId = Branded<"order-id">;
/** The caller's id of an order. Uniqueness is not documented. */
export type ClientOrderId = Branded<"client-order-id">;
/** The venue's id of a fill. */
export type FillId = Branded<"fill-id">;
/** The venue's id of a position change. */
export type PositionChangeId = Branded<"position-change-id">;
/** The venue's id of a public trade. */
export type DealId = Branded<"deal-id">;
/** The venue's id of a spot pair. */
export type PairId = Branded<"pair-id">;
/** The venue's id of a deposit. */
export type DepositId = Branded<"deposit-id">;
/** The venue's id of a withdrawal. */
export type WithdrawalId = Branded<"withdrawal-id">;
/** The symbol of a coin, such as `USDT`. */
export type Coin = Branded<"coin">;
/** The venue's id of a user. */
export type UserId = Branded<"user-id">;

/** Shape of a {@link Price}. */
export const price = /* @__PURE__ */ decimal("price");
/** Shape of a {@link Quantity}. */
export const quantity = /* @__PURE__ */ decimal("quantity");
/** Shape of {@link Money}. */
export const money = /* @__PURE__ */ decimal("money");
/** Shape of {@link Money} that is a bare number on the wire. */
export const moneyAsNumber = /* @__PURE__ */ decimal("money", { wire: "number" });
/** Shape of a {@link Rate}. */
export const rate = /* @__PURE__ */ decimal("rate");
/** Shape of a {@link Percent} with its sign on the wire. */
export const percent = /* @__PURE__ */ decimal("percent", { suffix: "%" });
/** Shape of a {@link Leverage}. */
export const leverage = /* @__PURE__ */ decimal("leverage");

/** How many decimals the long-name records are padded to. */
const longScale = 10;
/** Shape of a {@link Price} in a long-name record. */
export const longPrice = /* @__PURE__ */ padded(price, longScale);
/** Shape of a {@link Quantity} in a long-name record. */
export const longQuantity = /* @__PURE__ */ padded(quantity, longScale);
/** Shape of {@link Money} in a long-name record. */
export const longMoney = /* @__PURE__ */ padded(money, longScale);
/** Shape of a {@link Rate} in a long-name record. */
export const longRate = /* @__PURE__ */ padded(rate, longScale);
/** Shape of a {@link Leverage} in a long-name record. */
export const longLeverage = /* @__PURE__ */ padded(leverage, longScale);

/** Leverage as it is set: a whole number. */
export const wholeLeverage = /* @__PURE__ */ integer({ min: 1, max: 100 });

/** Shape of a {@link Coin}. */
export const coinSymbol = /* @__PURE__ */ brandedText("coin");

/** Shape of an {@link OrderId}, text on the wire. */
export const orderId = /* @__PURE__ */ identifier("order-id");
/** Shape of a {@link ClientOrderId}, text on the wire. */
export const clientOrderId = /* @__PURE__ */ identifier("client-order-id");
/** Shape of a {@link FillId}, text on the wire. */
export const fillId = /* @__PURE__ */ identifier("fill-id");
/** Shape of an {@link OrderId} that is a bare 64-bit integer on the wire, as in the long-name records and queries. */
export const orderIdAsInteger = /* @__PURE__ */ identifier("order-id", { wire: "integer" });
/** Shape of a {@link ClientOrderId} that is a bare integer on the wire, as in the long-name records. */
export const clientOrderIdAsInteger = /* @__PURE__ */ identifier("client-order-id", { wire: "integer" });
/** Shape of a {@link PositionChangeId}. */
export const positionChangeId = /* @__PURE__ */ identifier("position-change-id");
/** Shape of a {@link DealId}. */
export const dealId = /* @__PURE__ */ identifier("deal-id");
/** Shape of a {@link PairId}, a bare integer on the wire. */
export const pairId = /* @__PURE__ */ identifier("pair-id", { wire: "integer" });
/** Shape of a {@link DepositId}, a bare integer on the wire. */
export const depositId = /* @__PURE__ */ identifier("deposit-id", { wire: "integer" });
/** Shape of a {@link WithdrawalId}, a bare integer on the wire. */
export const withdrawalId = /* @__PURE__ */ identifier("withdrawal-id", { wire: "integer" });
/** Shape of a {@link UserId}, a bare integer on the wire. */
export const userId = /* @__PURE__ */ identifier("user-id", { wire: "integer" });

/** Shape of a {@link UserId} that is text on the wire, as in pushes. */
export const userIdAsText = /* @__PURE__ */ identifier("user-id");

/** A moment as a JSON integer of milliseconds. */
export const milliseconds = /* @__PURE__ */ time("milliseconds");
/** A moment as text in ISO 8601 form, UTC. */
export const isoTime = /* @__PURE__ */ time("iso-8601");
/** A moment as text of milliseconds, as in rows. */
export const millisecondsAsText = /* @__PURE__ */ time("milliseconds-text");
/** A count. */
export const count = /* @__PURE__ */ integer({ min: 0 });
