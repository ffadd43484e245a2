import { type Codec, compileRecord } from "@depthwire/core";
import { type Depth, limits, usdt } from "@depthwire/schema";
import type { Context } from "hono";
import { snapshotMessage } from "../../../push/depth-message.js";
import type { RestServices } from "../../rest-services.js";
import { answerJson, refuse } from "../../venue-answer.js";

const cmd = "depth";
const depthCodec: Codec<Depth> = compileRecord(usdt.getDepth.result);

function sizeOf(text: string | undefined): number | undefined {
  const sizes = limits.depthQueryLevels;
  if (text === undefined) return sizes.assumed;
  const size = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  return size >= sizes.min && size <= sizes.max ? size : undefined;
}

/**
 * The book as it was last published: the same state, at the same time, as the push channel's latest message.
 *
 * @spec document 1, Endpoints, Market depth
 */
export function getDepth(context: Context, services: RestServices): Response {
  const pair = context.req.query("pair");
  if (pair === undefined || pair === "") return refuse(context, 3002, cmd);
  const size = sizeOf(context.req.query("size"));
  if (size === undefined) return refuse(context, 3000, cmd);
  const { host, depth } = services;
  const market = host.exchange.market(pair);
  if (market === undefined) return refuse(context, 3016, cmd);
  depth.refresh(pair);
  const published = host.exchange.published(pair);
  if (published === undefined) return refuse(context, 4003, cmd);
  const { updatedAtMs, asks, bids } = snapshotMessage(market, published);
  const result = depthCodec.encode({ pair, updatedAtMs, asks: asks.slice(0, size), bids: bids.slice(0, size) });
  return answerJson(context, { result, cmd, ver: "2.0" });
}
