import type { usdt } from "@depthwire/schema";
import { sourceHeader } from "../dropin/dropin.js";
import { refusalOf } from "../dropin/failure.js";
import { idempotencyHeader, nameOf } from "../orders/once-only.js";
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
        "Places an order: pair, side (open-long …), type (limit, market), quantity, price, clientOrderId. With a clientOrderId or an Idempotency-Key it may be repeated",
      body: {
        pair: "4BTC_USDT",
        side: "open-long",
        type: "limit",
        quantity: "0.01",
        price: "20000",
        clientOrderId: "4711",
      },
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

/** An order once, whoever repeats it. A market order's price means nothing, but the table requires one. */
function place(parts: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  const fields = bodyFields(request);
  const { clientOrderId } = fields;
  const named = typeof clientOrderId === "string" ? clientOrderId : undefined;
  const answerOf = (taken: TakenOrder): TextAnswer => json(taken, fromVenue);
  return parts.once.run(nameOf(request.header(idempotencyHeader), named), meaningOf(fields), {
    run: async (attempt) => {
      try {
        const entry = entryOf(parts);
        const price = fields["type"] === "market" ? { price: "0" } : {};
        return answerOf(await entry.place({ ...price, ...fields } as unknown as usdt.PlaceOrderInput, attempt));
      } catch (error) {
        return refuse(refusalOf(error), { [sourceHeader]: "accelerator" });
      }
    },
    answerOf,
    isHarmlessTwice: false,
  });
}
