import { loginMessage } from "../listener.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a login that says channel in place of sub, as deployments take it",
  { covers: { logins: ["success"] } },
  async (scene) => {
    const alice = await scene.trader({ logsIn: "no" });

    const { sub, ...proof } = loginMessage("prefix", alice.key) as { readonly sub: string };
    alice.stream.says({ ...proof, channel: sub });
    await alice.expectLogin([{ b: "1000" }], [], []);
    await alice.calls("usdt.getAssets");
    alice.expectReply({ result: [{ b: "1000" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
