import { findRecord, type MarketFamily, viewFills } from "@depthwire/exchange/internal";
import type { coin, usdt } from "@depthwire/schema";
import { listFillsParams, optional, pageNumber, pageSize, record } from "@depthwire/schema/internal";
import { type Handler, refused, tolerantHandler } from "../../handler.js";
import { pageOf } from "../paging.js";

const page = { page: optional("page", pageNumber), size: optional("size", pageSize) };
const params = record(listFillsParams.name, { ...listFillsParams.fields, ...page }, { spec: "field note 26" });

/** Lists the trades of one order of a family, newest first. */
export function fillsHandler(operation: typeof usdt.listFills | typeof coin.listFills, family: MarketFamily): Handler {
  return tolerantHandler(operation, params, (query, account, { host }) => {
    const record = findRecord(host.exchange.state, account, family, query.orderId);
    return record === undefined ? refused(2040) : pageOf(viewFills(host.exchange.state, record), query);
  });
}
