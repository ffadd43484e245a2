import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Sets what backs the positions of a contract, and their leverage.
 *
 * @spec document 1, Endpoints, Adjust position mode and leverage
 */
export const setModeAndLeverage: Handler = signedHandler(usdt.setModeAndLeverage, (params, account, services) => {
  const { pair, mode, longLeverage: leverageLong, shortLeverage: leverageShort } = params;
  const market = contractOfFamily(services, "usdt-margined", pair);
  if (market instanceof Refusal) {
    return market;
  }
  const events = carryOut(services, { kind: "change-mode", account, pair, mode, leverageLong, leverageShort });
  return events instanceof Refusal ? events : done;
});
