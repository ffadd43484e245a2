import { findChanges, type MarketFamily, viewChanges } from "@depthwire/exchange/internal";
import type { coin, usdt } from "@depthwire/schema";
import { listPositionChangesParams, optional, pageNumber, pageSize, record } from "@depthwire/schema/internal";
import { type Handler, Refusal, tolerantHandler } from "../../handler.js";
import { pageOf } from "../paging.js";
import { contractOfFamily } from "../trading-market.js";

const page = { page: optional("page", pageNumber), size: optional("size", pageSize) };
const params = record(
  listPositionChangesParams.name,
  { ...listPositionChangesParams.fields, ...page },
  { spec: "field note 26" },
);

/** Lists changes of positions in one contract, newest first. */
export function positionChangesHandler(
  operation: typeof usdt.listPositionChanges | typeof coin.listPositionChanges,
  family: MarketFamily,
): Handler {
  return tolerantHandler(operation, params, (query, account, services) => {
    const market = contractOfFamily(services, family, query.pair);
    if (market instanceof Refusal) {
      return market;
    }
    const { state } = services.host.exchange;
    const { items, ...counted } = pageOf(findChanges(state, account, query.pair), query);
    const userId = String(account);
    return {
      ...counted,
      items: viewChanges(state, items).map((one) => ({ ...one, userId, updatedAtMs: one.createdAtMs })),
    };
  });
}
