import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
}

export default script(
  "the operator finds in the directory how an account is restricted, and does it",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [2086] } },
  async (scene) => {
    const alice = await scene.trader();
    const { addresses } = await scene.operates("GET", "");
    const found = (addresses as readonly Listed[]).find(
      ({ method, path }) => method === "POST" && path === "/_sandbox/accounts/{account}",
    );
    expect(found?.parameters).toContainEqual(
      expect.objectContaining({ name: "restricted", in: "body", required: false }),
    );

    const path = String(found?.path).replace("/_sandbox/", "").replace("{account}", String(alice.account));
    await scene.operates("POST", path, { restricted: true });
    scene.expectOperated({ account: alice.account, restricted: true });
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(2086);
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
