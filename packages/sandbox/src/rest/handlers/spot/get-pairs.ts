import { spotPairId } from "@depthwire/exchange/internal";
import { spot } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { allSpot } from "../find-market.js";

/**
 * Every spot pair with its precisions.
 *
 * @spec document 2, Endpoints, Spot market data; field note 31
 */
export const getPairs: Handler = publicHandler(spot.getPairs, (_params, services) =>
  allSpot(services).map(({ market: { pair, priceScale, quantityScale } }) => {
    const record = { pairId: spotPairId(pair), pair, priceScale };
    return services.profile === "deployed" ? { ...record, quantityScale } : record;
  }),
);
