import { type OrderState, Trader, type TraderOptions, type TraderPorts } from "../index.js";
import { type ScriptedVenue, type SeenRequest, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

/** An order that any scene may place. */
export const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** A trader, the venue that it trades at, and what the venue's records say. */
export interface Scene extends ScriptedVenue {
  readonly trader: Trader;
  /** What the venue's records say of an order: status and traded quantity. */
  readonly orders: Map<string, { s: number; eq: string }>;
  ends(): string[];
}

/** @param answer what the venue answers, where it is not what it would; undefined: as it would */
export function scene(
  options: TraderOptions = {},
  ports: Partial<TraderPorts> = {},
  answer?: (request: SeenRequest) => object | undefined,
): Scene {
  const orders: Scene["orders"] = new Map();
  let next = 100;
  const venue = scriptedVenue((request) => {
    const scripted = answer?.(request);
    if (scripted !== undefined) {
      return scripted;
    }
    const body = JSON.parse(request.body ?? "{}") as { client_oid?: string; order_id?: string; order_ids?: string[] };
    if (request.target.endsWith("order/open")) {
      const id = String(next++);
      orders.set(id, { s: 1, eq: "0" });
      return { state: 0, order_id: id, client_oid: body.client_oid, status: 1 };
    }
    if (request.target.endsWith("order/close")) {
      const known = orders.get(body.order_id ?? "");
      if (known === undefined || known.s > 2) {
        return { state: 2033, msg: "x" };
      }
      orders.set(body.order_id ?? "", { s: known.s === 2 ? 4 : 5, eq: known.eq });
    }
    if (request.target.endsWith("closeBatch")) {
      for (const id of body.order_ids ?? []) {
        orders.set(id, { s: 5, eq: "0" });
      }
    }
    if (request.target.endsWith("order/list")) {
      return { state: 0, result: { p: 1, t: 0, o: [] } };
    }
    if (request.target.endsWith("listBatch")) {
      return { state: 0, result: (body.order_ids ?? []).map((id) => short(id, orders.get(id))) };
    }
    return { state: 0, result: "" };
  });
  const trader = new Trader(options, { venue: venue.client, clock: venue.clock, ...ports });
  return { ...venue, trader, orders, ends: () => venue.seen.map(({ target }) => target.split("/").at(-1) ?? "") };
}

/** An order as the venue's records tell of it. */
export function short(oi: string, { s, eq } = { s: 1, eq: "0" }): object {
  const money = { dp: "0", f: "0", fb: "0", fb0: "0", fz: "0" };
  return { oi, pi: "4BTC_USDT", sd: 1, p: "60000", q: "2", eq, ...money, r: 0, s, t: 1, ui: 1, of: 6 };
}

/** An order as the stream reports it. */
export function state(orderId: string, status: OrderState["status"], dealQuantity: string): OrderState {
  return {
    orderId,
    pair: "4BTC_USDT",
    side: "open-long",
    price: "60000",
    quantity: "2",
    dealPrice: "60000",
    dealQuantity,
    status,
  } as OrderState;
}
