import { channelOf, loginMessage } from "../listener.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "3017: a login of the other protocol over a connection that speaks %s",
  () => ({ covers: { logins: ["wrong-protocol"], codes: [3017] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol, logsIn: "no" });

    const deals = channelOf(protocol, "4BTC_USDT_deals");
    alice.stream.subscribes(deals);
    await alice.stream.expectMessages({ channel: deals, is: "full" });
    alice.stream.says(loginMessage(protocol === "prefix" ? "channel" : "prefix", alice.key));
    await alice.expectLoginRefused(3017);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
