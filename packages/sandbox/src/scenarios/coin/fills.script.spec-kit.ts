import { script } from "../script.spec-kit.js";

export default script(
  "an order of the resident strategy has fills",
  { covers: { happy: ["coin.listFills"] }, sandbox: { pairs: ["4BTC_USDT", "5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.demo();
    const history = await alice.looksUp("coin.listOrderHistory", { pair: "5BTC_USD", page: 1, size: 1, status: [3] });
    const { items } = history.result as { readonly items: readonly { readonly id: string }[] };
    const orderId = BigInt(items[0]?.id ?? 0);

    await alice.calls("coin.listFills", { orderId, page: 1, size: 1 });
    alice.expectReply({
      cmd: "bc/orderDetail",
      result: { page: 1, items: [{ coin_symbol: "BTC", pair: "5BTC_USD" }] },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
