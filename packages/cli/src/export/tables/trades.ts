import { commonColumns, commonFiller } from "./common-columns.js";
import { setText } from "./decimal-text.js";
import type { Table } from "./table.js";

/**
 * Trades as they were sent. Each subscription begins with a list of earlier ones, which may be here already: those rows have `is_snapshot`, so that
 * nobody counts them unknowingly.
 */
export const trades: Table = {
  name: "trades",
  has: "trades; side is the taker's; is_snapshot marks the list of earlier ones that a subscription begins with",
  kinds: ["deals"],
  columnsOf: () => [...commonColumns, "is_snapshot", "id", "side", "price", "amount"],
  fillerOf(rows, options) {
    const common = commonFiller(rows, options);
    const isSnapshot = rows.flag("is_snapshot");
    const id = rows.text("id");
    const side = rows.text("side");
    const price = rows.decimal("price", "price");
    const amount = rows.decimal("amount", "amount");
    return {
      event({ event, serviceName, localUs }) {
        if (event.kind !== "deals") {
          return;
        }
        for (const deal of event.deals.toReversed()) {
          const row = rows.begin(1);
          common({ serviceName, pair: event.pair, localUs }, deal.tradedAtMs, row, row + 1);
          isSnapshot.fill(event.dataKind === "full", row, row + 1);
          id.fill(deal.dealId ?? "", row, row + 1);
          side.fill(deal.side, row, row + 1);
          setText(price, row, deal.price);
          setText(amount, row, deal.quantity);
        }
      },
    };
  },
};
