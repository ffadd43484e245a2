import {
  type Attachment,
  entryId,
  findOrder,
  type Market,
  type PlaceLimitOrder,
  type PlaceMarketOrder,
} from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { optional, price, record } from "@depthwire/schema/internal";
import { carryOut } from "../../carry-out.js";
import { type Handler, Refusal, refused, tolerantHandler } from "../../handler.js";
import { contractOfFamily, readPrice, readQuantity } from "../trading-market.js";

/** Deployments take a market order without a price. @spec field note 26 */
const params = record(
  usdt.placeOrder.params.name,
  { ...usdt.placeOrder.params.fields, price: optional("price", price) },
  { spec: "field note 26" },
);

/** Longest id that a caller may choose. */
const maxClientOrderIdLength = 64;

type Params = Omit<usdt.PlaceOrderParams, "price"> & Partial<Pick<usdt.PlaceOrderParams, "price">>;

/** What is attached, as far as it was sent: the exchange's door says what is missing. */
function attachmentOf(market: Market, order: Params): { readonly attachment?: Partial<Attachment> } {
  const {
    attachedOrderType: type,
    takeProfitTriggerPrice,
    stopLossTriggerPrice,
    takeProfitPrice,
    stopLossPrice,
  } = order;
  const prices = { takeProfitTriggerPrice, stopLossTriggerPrice, takeProfitPrice, stopLossPrice };
  const sent = Object.entries(prices).flatMap(([name, text]): [string, number][] =>
    text === undefined ? [] : [[name, readPrice(market, text)]],
  );
  if (type === undefined && sent.length === 0) {
    return {};
  }
  return { attachment: { ...(type === undefined ? {} : { type }), ...Object.fromEntries(sent) } };
}

function commandOf(
  account: number,
  market: Market,
  quantity: number,
  order: Params,
): PlaceLimitOrder | PlaceMarketOrder | Refusal {
  const { pair, side, type, price: text, clientOrderId } = order;
  if ((clientOrderId?.length ?? 0) > maxClientOrderIdLength) {
    return refused(3000);
  }
  const own = clientOrderId === undefined || clientOrderId === "" ? {} : { clientOrderId };
  const base = { kind: "place-order", account, pair, side, quantity, ...own, ...attachmentOf(market, order) } as const;
  if (type === "market") {
    return { ...base, type };
  }
  return text === undefined ? refused(3002) : { ...base, type, price: readPrice(market, text) };
}

/**
 * Places an order and tells how far it has come at once.
 *
 * @spec document 1, Endpoints, Place order
 */
export const placeOrder: Handler = tolerantHandler(usdt.placeOrder, params, (order, account, services) => {
  const market = contractOfFamily(services, "usdt-margined", order.pair);
  if (market instanceof Refusal) {
    return market;
  }
  const quantity = readQuantity(market, order.quantity);
  if (quantity instanceof Refusal) {
    return quantity;
  }
  const command = commandOf(account, market, quantity, order);
  const events = command instanceof Refusal ? command : carryOut(services, command);
  if (events instanceof Refusal) {
    return events;
  }
  const placed = events.find((event) => event.kind === "order-placed" && event.account === account);
  if (placed?.kind !== "order-placed") {
    return refused(4000);
  }
  const { state } = services.host.exchange;
  const orderId = entryId(state.ids, placed.orderId);
  const status = findOrder(state, account, orderId)?.status ?? "open";
  const { clientOrderId } = placed;
  return { orderId, ...(clientOrderId === undefined ? {} : { clientOrderId }), status };
});
