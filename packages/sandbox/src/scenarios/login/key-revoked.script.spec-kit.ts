import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "a session ends with its key: 3012, and the connection is closed",
  { covers: { logins: ["success"], codes: [3012] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { revokeKeys: [alice.key.apiKey] });
    scene.expectOperated();
    await alice.stream.expectClosed(1008);
    expect(alice.stream.client.received.at(-1)?.json?.error?.code).toBe("3012");

    await alice.calls("usdt.getAssets");
    alice.expectRefusal(3012);
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { free: "1000" } });
  },
);
