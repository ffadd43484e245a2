import { loginMessage } from "../listener.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "3017: a login of the other protocol over a connection that speaks protocol A",
  { covers: { logins: ["wrong-protocol"], codes: [3017] } },
  async (scene) => {
    const alice = await scene.trader({ protocol: "prefix", logsIn: "no" });

    alice.stream.subscribes("4BTC_USDT_deals");
    await alice.stream.expectMessages({ channel: "4BTC_USDT_deals", is: "full" });
    alice.stream.says(loginMessage("channel", alice.key));
    await alice.expectLoginRefused(3017);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
