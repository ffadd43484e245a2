import { spot } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import type { Profile } from "../../../profile.js";
import { type Handler, publicHandler } from "../../handler.js";

/** Smallest values of orders. Deployments alone list USDC. @spec document 2, Limits; field note 31 */
function minValues(profile: Profile): Readonly<Record<string, string>> {
  const documented = {
    USDT: limits.valueInUsdt.min,
    DAI: limits.valueInDai.min,
    GUSD: limits.valueInGusd.min,
    BIX: limits.valueInBix.min,
    BTC: limits.valueInBtc.min,
    ETH: limits.valueInEth.min,
  };
  return profile === "deployed" ? { ...documented, USDC: limits.valueInUsdc.min } : documented;
}

/**
 * The finest prices and quantities and the smallest values of spot orders. No documented call places one: the venue's own
 * agents, whose markets these are, keep to the limits.
 *
 * @spec document 2, Endpoints, Spot market data; document 2, Limits
 */
export const getTradeLimits: Handler = publicHandler(spot.getTradeLimits, (_params, { profile }) => ({
  minPrice: {
    default: limits.spotPrice.min,
    USDT: limits.spotPriceInUsdt.min,
    DAI: limits.spotPriceInDai.min,
  },
  minQuantity: { default: limits.spotQuantity.min },
  minValue: minValues(profile),
}));
