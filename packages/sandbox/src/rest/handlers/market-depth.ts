import { type Codec, compileRecord } from "@depthwire/core";
import { type Depth, depth as depthRecord } from "@depthwire/schema";
import type { Context } from "hono";
import { snapshotMessage } from "../../push/depth-message.js";
import type { RestServices } from "../rest-services.js";
import { answerJson, refuse } from "../venue-answer.js";

const cmd = "depth";
const depthCodec: Codec<Depth> = compileRecord(depthRecord);

/** What `size` may be. */
const sizeLimits = { assumed: 200, min: 1, max: 200 } as const;

function sizeOf(text: string | undefined): number | undefined {
  if (text === undefined) return sizeLimits.assumed;
  const size = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  return size >= sizeLimits.min && size <= sizeLimits.max ? size : undefined;
}

/**
 * The book as it was last published: the same state, at the same time, as the push channel's latest message.
 *
 * @spec document 1, Endpoints, Market depth
 */
export function marketDepth(context: Context, services: RestServices): Response {
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
