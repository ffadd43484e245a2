import type { usdt } from "@depthwire/schema";
import { sourceHeader } from "../dropin/dropin.js";
import { refusalOf } from "../dropin/failure.js";
import { idempotencyHeader } from "../orders/once-only.js";
import type { TakenOrder } from "../orders/taken-order.js";
import { json, RefusedError, refuse, type TextAnswer } from "../server/answer.js";
import type { LocalRequest, Route } from "../server/route.js";
import { type BodyFields, bodyFields } from "./request-values.js";
import { entryOf, type ShortParts } from "./short-parts.js";

const fromVenue = { [sourceHeader]: "venue" } as const;

/** Orders by short paths. */
export function orderRoutes(parts: ShortParts): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/orders",
      summary:
        "Places an order: pair, side (open-long …), type (limit, market), quantity, price (of a limit order), clientOrderId; attached to an opening order: attachedOrderType (market, limit) with takeProfitTriggerPrice and stopLossTriggerPrice, and where it is limit takeProfitPrice and stopLossPrice. With a clientOrderId or an Idempotency-Key it may be repeated",
      body: {
        pair: "4BTC_USDT",
        side: "open-long",
        type: "limit",
        quantity: "0.01",
        price: "20000",
        clientOrderId: "4711",
      },
      moreOfBody: {
        attachedOrderType: "limit",
        takeProfitTriggerPrice: "25000",
        stopLossTriggerPrice: "18000",
        takeProfitPrice: "25000",
        stopLossPrice: "17990",
      },
      required: ["pair", "side", "type", "quantity"],
      headers: { [idempotencyHeader]: "mine-1" },
      example: { orderId: "17592186044825", clientOrderId: "4711", status: "open" },
      answer: (request) => place(parts, request),
    },
    {
      method: "DELETE",
      path: "/orders/:orderId",
      summary: "Cancels an order",
      example: { orderId: "17592186044825", cancelled: true },
      answer: async ({ params: { orderId = "" } }) => {
        await entryOf(parts).cancel(orderId);
        return json({ orderId, cancelled: true }, fromVenue);
      },
    },
    {
      method: "DELETE",
      path: "/orders",
      summary: "Cancels all orders of the pair that the body names",
      body: { pair: "4BTC_USDT" },
      required: ["pair"],
      example: { pair: "4BTC_USDT", cancelled: true },
      answer: async (request) => {
        const { pair } = bodyFields(request);
        if (typeof pair !== "string") {
          throw new RefusedError(400, "value-invalid", 'The body must name the pair: {"pair":"4BTC_USDT"}');
        }
        await entryOf(parts).cancelAll(pair);
        return json({ pair, cancelled: true }, fromVenue);
      },
    },
  ];
}

/** The same text for the same fields, in whatever order, with whatever white space, as numbers or as text. */
function meaningOf(fields: BodyFields): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A market order's price means nothing, but the table requires one: one that says something is a mistake. @throws RefusedError 400 */
function withPrice(fields: BodyFields): BodyFields {
  const { type, price = "0" } = fields;
  if (type !== "market") {
    return fields;
  }
  if (price !== "0") {
    const message = 'A market order takes no price: leave "price" out, or place a limit order. Nothing was sent';
    throw new RefusedError(400, "value-invalid", message);
  }
  return { ...fields, price };
}

/** An order once, whoever repeats it. */
function place(parts: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  const fields = bodyFields(request);
  const { clientOrderId } = fields;
  const named = typeof clientOrderId === "string" ? clientOrderId : undefined;
  const answerOf = (taken: TakenOrder): TextAnswer => json(taken, fromVenue);
  return parts.once.run({ key: request.header(idempotencyHeader), clientOrderId: named }, meaningOf(fields), {
    run: async (attempt) => {
      try {
        const entry = entryOf(parts);
        return answerOf(await entry.place(withPrice(fields) as unknown as usdt.PlaceOrderInput, attempt));
      } catch (error) {
        return refuse(refusalOf(error), { [sourceHeader]: "accelerator" });
      }
    },
    answerOf,
    isHarmlessTwice: false,
  });
}
