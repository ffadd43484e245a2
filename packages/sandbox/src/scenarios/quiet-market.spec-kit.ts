import type { SandboxOptions } from "../options.js";

/** BTC and ETH without agents: nobody trades but the traders of the scene, and the price moves when the operator moves it. */
export const usersAlone: SandboxOptions = {
  pairs: ["4BTC_USDT", "4ETH_USDT"],
  feed: { start: () => () => {} },
};
