import { decimal, identifier, integer, time } from "../shape/scalar.js";
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
/** The venue's id of a user. */
export type UserId = Branded<"user-id">;

/** Shape of a {@link Price}. */
export const price = decimal("price");
/** Shape of a {@link Quantity}. */
export const quantity = decimal("quantity");
/** Shape of {@link Money}. */
export const money = decimal("money");
/** Shape of a {@link Rate}. */
export const rate = decimal("rate");
/** Shape of a {@link Percent} with its sign on the wire. */
export const percent = decimal("percent", { suffix: "%" });
/** Shape of a {@link Leverage}. */
export const leverage = decimal("leverage");

/** Shape of an {@link OrderId}, text on the wire. */
export const orderId = identifier("order-id");
/** Shape of a {@link ClientOrderId}, text on the wire. */
export const clientOrderId = identifier("client-order-id");
/** Shape of a {@link FillId}, text on the wire. */
export const fillId = identifier("fill-id");
/** Shape of a {@link UserId}, a bare integer on the wire. */
export const userId = identifier("user-id", { wire: "integer" });

/** Shape of a {@link UserId} that is text on the wire, as in pushes. */
export const userIdAsText = identifier("user-id");

/** A moment as a JSON integer of milliseconds. */
export const milliseconds = time("milliseconds");
/** A moment as text in ISO 8601 form, UTC. */
export const isoTime = time("iso-8601");
/** A count. */
export const count = integer({ min: 0 });
