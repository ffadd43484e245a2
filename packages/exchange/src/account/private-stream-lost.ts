import type { PrivateStreamLost } from "../command/venue-commands.js";
import { cancelResting } from "../order/cancel-resting.js";
import { cancelAllPlans } from "../plan/place-plan.js";
import type { Turn } from "../state/turn.js";

/** Takes every waiting order and plan of a user out, if his connection is what keeps them there. */
export function privateStreamLost(turn: Turn, { account }: PrivateStreamLost): void {
  const { state } = turn;
  const user = state.users.get(account);
  if (user?.cancelOnDisconnect !== true) {
    return;
  }
  for (const { pair, orders } of user.holdings.values()) {
    const market = state.markets.get(pair);
    for (const id of orders.keys()) {
      const resting = state.openOrders.get(id);
      if (market !== undefined && resting !== undefined) {
        cancelResting(turn, market, resting, "disconnected");
      }
    }
  }
  cancelAllPlans(turn, { kind: "cancel-all-plans", account });
}
