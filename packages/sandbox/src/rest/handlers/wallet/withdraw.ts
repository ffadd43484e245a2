import { wallet } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { type Handler, Refusal, refused, signedHandler } from "../../handler.js";

/**
 * Asks for money to be sent out. It is held back until it has gone.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const withdraw: Handler = signedHandler(wallet.withdraw, (params, account, services) => {
  const { memo, ...order } = params;
  const tag = memo === undefined ? {} : { memo };
  const events = carryOut(services, { kind: "withdraw", account, ...order, ...tag });
  if (events instanceof Refusal) {
    return events;
  }
  // Others may have moved on in the same moment: the new one is the last of this account that waits for its review.
  const asked = events.findLast((event) => event.kind === "withdrawal-changed" && event.account === account);
  return asked?.kind === "withdrawal-changed" ? asked.withdrawal.withdrawalId : refused(4003);
});
