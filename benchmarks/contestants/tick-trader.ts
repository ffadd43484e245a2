import { createHmac } from "node:crypto";
import { Credential } from "@depthwire/core";
import { connect } from "@depthwire/node";
import { WebSocket } from "ws";
import type { VenueAnswer } from "../runner/accelerator-entry.js";
import type { TickOrder } from "../runner/tick-order.js";
import { followPlainly } from "./live-client.js";

/** Where a bot trades. */
export interface TickVenue extends VenueAnswer {
  /** The accelerator's port and token, for those who trade through it. */
  readonly accelerator?: { readonly port: number; readonly token: string };
}

/** What a bot does: it follows pairs, asks at each state of a book whether to trade, and places what it is told to. */
export type TradeTicks = (
  venue: TickVenue,
  pairs: readonly string[],
  decide: (pair: string, seq: number) => TickOrder | undefined,
  failed: (error: unknown) => void,
) => { close(): Promise<void> };

/** Nobody here waits for a turn in the throttle: the plain bot has none. */
const throttle = { limit: 1_000_000, reserve: {} };
/** Nothing is quiet for real here. */
const heartbeat = { pingAfterQuietMs: 3_600_000 } as const;

/** This project: views in `for await`, orders by the account's trader, within limits and open to halts. */
const tradeWithVenue: TradeTicks = ({ pushUrl, restUrl, credential }, pairs, decide, failed) => {
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, shards: 0, heartbeat, rest: { throttle } });
  const account = venue.account(new Credential(credential), {
    rest: { throttle },
    trader: { limits: { maxPositionQuantity: "1000", maxOrdersPerSecond: 10_000 } },
  });
  const place = async (order: TickOrder): Promise<void> => {
    const handle = await account.trader.place(order);
    await handle.cancel();
  };
  const loops = pairs.map(async (pair) => {
    for await (const view of venue.book(pair)) {
      const order = view.status === "live" ? decide(pair, view.seq ?? 0) : undefined;
      if (order !== undefined) {
        place(order).catch(failed);
      }
    }
  });
  return {
    close: async () => {
      await venue.close();
      await Promise.allSettled(loops);
    },
  };
};

const sides = { "open-long": 1, "open-short": 2, "close-long": 3, "close-short": 4 } as const;
const limitOrder = 2;

/**
 * The bot that anybody writes first: `ws`, `inflateSync`, `JSON.parse`, a Map a side; `createHmac` and `fetch`, which keeps its connections. It checks
 * nothing, has no limits, and knows nothing of an order whose answer is lost.
 */
const tradePlainly: TradeTicks = ({ pushUrl, restUrl, credential }, pairs, decide, failed) => {
  const call = async (path: string, fields: object): Promise<Record<string, unknown>> => {
    const body = JSON.stringify(fields);
    const timestamp = String(Date.now());
    const response = await fetch(restUrl + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "svc-api-key": credential.apiKey,
        "svc-timestamp": timestamp,
        "svc-api-sign": createHmac("md5", credential.apiSecret)
          .update(timestamp + body)
          .digest("hex"),
      },
      body,
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (answer["state"] !== 0) {
      throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
    }
    return answer;
  };
  const place = async ({ pair, quantity, side, price, clientOrderId }: TickOrder): Promise<void> => {
    const { order_id } = await call("/v3/cbu/order/open", {
      pair,
      amount: quantity,
      order_side: sides[side],
      order_type: limitOrder,
      price,
      order_from: 6,
      client_oid: clientOrderId,
    });
    await call("/v3/cbu/order/close", { order_id });
  };
  return followPlainly(pushUrl, pairs, (pair, seq) => {
    const order = decide(pair, seq);
    if (order !== undefined) {
      place(order).catch(failed);
    }
  });
};

/** The same bot before an accelerator, as a program in any language has it: events over a WebSocket, orders by short paths. */
const tradeThrough: TradeTicks = ({ accelerator }, pairs, decide, failed) => {
  if (accelerator === undefined) {
    throw new Error("there is no accelerator to trade through");
  }
  const { port, token } = accelerator;
  const headers = { "x-depthwire-token": token, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...text });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200) {
      throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
    }
    return answer;
  };
  const place = async (order: TickOrder): Promise<void> => {
    const { orderId } = await call("POST", "/orders", order);
    await call("DELETE", `/orders/${orderId}`);
  };
  const query = `pairs=${pairs.join(",")}&levels=1&every-ms=0`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/events?${query}`, { headers });
  const wasLive = new Set<string>();
  socket.on("message", (text: Buffer) => {
    const { event, data } = JSON.parse(text.toString()) as {
      event: string;
      data: { pair: string; seq: number; status: string; reason?: string };
    };
    if (event !== "book") {
      return;
    }
    if (data.status !== "live") {
      if (wasLive.has(data.pair)) {
        failed(new Error(`the book of ${data.pair} is ${data.status}: ${data.reason}`));
      }
      return;
    }
    wasLive.add(data.pair);
    const order = decide(data.pair, data.seq);
    if (order !== undefined) {
      place(order).catch(failed);
    }
  });
  socket.on("error", failed);
  return { close: async () => socket.terminate() };
};

/** Every bot, by its name in reports. */
export const tickTraders: Readonly<Record<string, TradeTicks>> = {
  ours: tradeWithVenue,
  "through the accelerator": tradeThrough,
  plain: tradePlainly,
};
