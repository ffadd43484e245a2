import { commonColumns, commonFiller } from "./common-columns.js";
import { setText } from "./decimal-text.js";
import type { Table } from "./table.js";

/** The account's own trades, from the private events of a recording. */
export const fills: Table = {
  name: "fills",
  has: "the account's own trades, from its private events",
  kinds: ["private"],
  columnsOf: () => [
    ...commonColumns,
    "id",
    "order_id",
    "client_order_id",
    "side",
    "liquidity",
    "price",
    "amount",
    "fee",
  ],
  fillerOf(rows, options) {
    const common = commonFiller(rows, options);
    const id = rows.text("id");
    const orderId = rows.text("order_id");
    const clientOrderId = rows.text("client_order_id");
    const side = rows.text("side");
    const liquidity = rows.text("liquidity");
    const price = rows.decimal("price", "price");
    const amount = rows.decimal("amount", "amount");
    const fee = rows.decimal("fee", "fee");
    return {
      event({ event, serviceName, localUs }) {
        if (event.kind !== "private" || event.event.kind !== "fill") {
          return;
        }
        const { value: fill } = event.event;
        const row = rows.begin(1);
        common({ serviceName, pair: fill.pair, localUs }, fill.createdAtMs, row, row + 1);
        id.fill(fill.fillId, row, row + 1);
        orderId.fill(fill.orderId, row, row + 1);
        clientOrderId.fill(fill.clientOrderId ?? "", row, row + 1);
        side.fill(fill.side, row, row + 1);
        liquidity.fill(fill.liquidity, row, row + 1);
        setText(price, row, fill.dealPrice);
        setText(amount, row, fill.dealQuantity);
        setText(fee, row, fill.fee);
      },
    };
  },
};
