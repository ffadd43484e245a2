import type { MarketRecord } from "../../market/market-record.js";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

const pair = "4BTC_USDT";
const at = 1_600_000_000_000;

/** Four stand before her, four behind; half of all leave, and three are sold: in hundredths. */
const records: readonly MarketRecord[] = [
  { kind: "snapshot", at, pair, asks: [["50001", "1"]], bids: [["50000", "0.04"]] },
  { kind: "update", at: at + 1000, pair, asks: [], bids: [["50000", "0.08"]] },
  { kind: "update", at: at + 2000, pair, asks: [], bids: [["50000", "0.04"]] },
  { kind: "deal", at: at + 3000, pair, price: "50000", quantity: "0.03", side: "sell" },
  { kind: "update", at: at + 60_000, pair, asks: [["50001", "2"]], bids: [] },
];

const fills = { "behind-all": undefined, proportional: "0.01", front: "0.03" } as const;

export default (["behind-all", "proportional", "front"] as const).map((queue) =>
  script(
    `an order in a recorded market gets what the rule of the line leaves it (${queue})`,
    { covers: { happy: ["usdt.placeOrder", "usdt.getOrder"] }, sandbox: { market: { records }, queue } },
    async (scene) => {
      const alice = await scene.trader();
      await alice.calls("usdt.placeOrder", openLong("0.05", "50000"));
      alice.expectReply({ status: 1 });
      const order_id = alice.orderId;
      await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });
      scene.passes(3000);
      const filled = fills[queue];
      await (filled === undefined
        ? alice.expectPushes()
        : alice.expectPushes(
            { contract_detail: { oi: order_id, ep: filled, im: 1 } },
            { contract_pending: { oi: order_id, s: 2, eq: filled, dp: "50000" } },
            { contract_order: { hc: filled } },
            { contract_assets: {} },
          ));
      await scene.expectLedgerZero();
      await alice.expectRecord("usdt.getOrder", { order_id }, filled === undefined ? { s: 1 } : { s: 2, eq: filled });
    },
  ),
);
