import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Adds margin to a fixed position or takes some out.
 *
 * @spec document 1, Endpoints, Adjust margin on a fixed position
 */
export const adjustMargin: Handler = signedHandler(usdt.adjustMargin, ({ pair, margin, side }, account, services) => {
  const market = contractOfFamily(services, "usdt-margined", pair);
  if (market instanceof Refusal) {
    return market;
  }
  const events = carryOut(services, { kind: "change-margin", account, pair, side, amount: margin });
  return events instanceof Refusal ? events : {};
});
