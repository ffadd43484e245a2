import type { MarketRecord } from "../../market/market-record.js";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

const pair = "4BTC_USDT";
const at = 1_600_000_000_000;
const asks = [["50001", "0.02"]] as const;

/** Two hundredths are wanted before hers; three are sold, and more is offered at her price later. */
const records: readonly MarketRecord[] = [
  { kind: "snapshot", at, pair, asks, bids: [["50000", "0.02"]], seq: 40 },
  { kind: "deal", at: at + 1000, pair, price: "50000", quantity: "0.03", side: "sell" },
  {
    kind: "update",
    at: at + 1000,
    pair,
    asks: [],
    bids: [
      ["50000", "0"],
      ["49990", "1"],
    ],
    seq: 41,
  },
  { kind: "update", at: at + 2000, pair, asks: [["50000", "0.01"]], bids: [], seq: 42 },
  { kind: "update", at: at + 3000, pair, asks: [["50000", "0.01"]], bids: [], seq: 43 },
  { kind: "update", at: at + 60_000, pair, asks: [["50000", "0"]], bids: [], seq: 44 },
];

export default script(
  "an order in a recorded market is filled by what the record leaves it, and by nothing twice",
  { covers: { happy: ["usdt.placeOrder", "usdt.listFills"] }, sandbox: { market: { records } } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.05", "50000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });

    scene.passes(1000);
    await alice.expectPushes(
      { contract_detail: { oi: order_id, ep: "0.01", im: 1 } },
      { contract_pending: { oi: order_id, s: 2, eq: "0.01", dp: "50000" } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: {} },
    );
    scene.passes(1000);
    await alice.expectPushes(
      { contract_detail: { oi: order_id, ep: "0.01", im: 1 } },
      { contract_pending: { oi: order_id, s: 2, eq: "0.02", dp: "50000" } },
      { contract_order: { hc: "0.02" } },
      { contract_assets: {} },
    );
    scene.passes(1000);
    await alice.expectPushes();
    await scene.operates("GET", "market");
    scene.expectOperated({ market: { state: "playing", played: 5, records: 6, seqs: { [pair]: 43 } } });

    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.listFills", { orderId: BigInt(order_id), page: 1, size: 10 }, { count: 2 });
  },
);
