import { deal } from "../../records/deal.js";
import { list } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Payload of the deals channel; no document shows it.
 *
 * @spec document 1, Events, Protocol B; field note 20
 */
export const channelDeals = /* @__PURE__ */ list(deal);

/** Decoded {@link channelDeals}. */
export type ChannelDeals = ValueOf<typeof channelDeals>;
