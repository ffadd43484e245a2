import { closeLong, inside, openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "ids and attachments that an order does not have are empty, not missing",
  { notes: [43], covers: { happy: ["usdt.placeOrder", "usdt.getOrder", "usdt.listOrderHistory"] } },
  async (scene) => {
    const { alice, bob } = await holdingLong(scene);

    await bob.calls("usdt.placeOrder", openLong("0.01", inside));
    bob.expectReply({ status: 1, client_oid: "" });
    await bob.passesOver();
    await alice.calls("usdt.placeOrder", closeLong("0.01", inside));
    alice.expectReply({ status: 3, client_oid: "" });
    const order_id = alice.orderId;
    await alice.expectPushes(
      { contract_pending: { oi: order_id, coi: "", s: 1, bt: 0, tw: "", tl: "", pw: "", pl: "" } },
      { contract_order: { lc: "0" } },
      { contract_detail: { oi: order_id, coi: "", s: 3, ot: 2, q: "0.01", ep: "0.01" } },
      { contract_pending: { oi: order_id, coi: "", bt: 0, tw: "", tl: "", pw: "", pl: "" } },
      { contract_order: { hc: "0" } },
      { contract_assets: {} },
    );

    await alice.expectRecord("usdt.getOrder", { order_id }, { coi: "", bt: 0, tw: "", tl: "", pw: "", pl: "" });
    await alice.calls("usdt.listOrderHistory", { page: 1, size: 1 });
    alice.expectReply({ result: { items: [{ client_oid: 0 }] } });
    await bob.passesOver();
    await scene.expectLedgerZero();
  },
);
