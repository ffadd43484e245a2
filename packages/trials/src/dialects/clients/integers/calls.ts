import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { signedHeaders } from "../../signing.js";
import { fixed, type Json, lossless, written } from "./numbers.js";

/** The contract that this hand trades. */
export const pair = "4ETH_USDT";

/** On both sides. */
export const leverage = 20n;

/** A page of a history. */
export type Page = { readonly count: bigint; readonly page: bigint; readonly items: readonly Json[] };

/** A signed call, with the `state` that it is to have; 0 when nothing is said. */
export type AskVenue = (path: string, body: object, wanted?: bigint) => Promise<{ readonly [key: string]: unknown }>;

export interface Terms {
  readonly taker: bigint;
  readonly priceDigits: number;
}

export async function readTerms(desk: Desk): Promise<Terms> {
  const read = async (name: string): Promise<readonly Json[]> => {
    const answer = lossless(await (await desk.fetch(`${desk.restUrl}/v3.1/cquery/${name}`)).text());
    return answer["result"] as Json[];
  };
  const of = (list: readonly Json[]): Json | undefined => list.find((entry) => entry["pair"] === pair);
  const unit = of(await read("buUnit"));
  const value = of(await read("buValue"));
  desk.fit(records.contractUnit, unit, "buUnit");
  if (desk.deployed) {
    desk.fit(records.contractUnitRest, unit, "buUnit (note 42)");
  }
  desk.fit(records.contractValue, value, "buValue");
  return { taker: fixed(value?.["taker_fee"]), priceDigits: Number(unit?.["price_unit"]) };
}

/** Every call with its expected `state`; the reply through {@link lossless}. */
export function caller(desk: Desk): AskVenue {
  return async (path, params, wanted = 0n) => {
    const body = written(params);
    const reply = await desk.fetch(desk.restUrl + path, { method: "POST", headers: signedHeaders(desk, body), body });
    const answer = lossless(await reply.text());
    desk.hold(
      "answers",
      answer["state"] === wanted,
      `${path} ${body}: ${answer["state"]} ${answer["msg"]}, wanted ${wanted}`,
    );
    if (wanted !== 0n) {
      desk.hold("answers", typeof answer["msg"] === "string", `${path}: a refusal has no msg`);
    }
    return answer;
  };
}

export async function place(desk: Desk, call: AskVenue, order: object): Promise<string> {
  const answer = await call("/v3/cbu/order/open", { pair, order_type: 2, order_from: 6, ...order });
  desk.fit(records.placed, answer, "a placed order");
  return String(answer["order_id"]);
}

export async function detail(desk: Desk, call: AskVenue, order_id: string): Promise<Json> {
  const order = (await call("/v3/cbu/order/detail", { order_id }))["result"] as Json;
  desk.fit(records.shortOrder, order, "order detail");
  desk.hold("ids", order["oi"] === order_id, `order ${order_id} reads as ${order["oi"]}`);
  return order;
}

/** A cancel that a fill may overtake: 2033 is right then. */
export async function tryCancel(desk: Desk, order_id: string): Promise<void> {
  const body = JSON.stringify({ order_id });
  const reply = await desk.fetch(`${desk.restUrl}/v3/cbu/order/close`, {
    method: "POST",
    headers: signedHeaders(desk, body),
    body,
  });
  const { state } = JSON.parse(await reply.text());
  desk.hold("answers", state === 0 || state === 2033, `a cancel was answered with ${state}`);
}

export async function settled(desk: Desk, call: AskVenue, order_id: string): Promise<Json> {
  for (let turn = 0; turn < 20; turn++) {
    const order = await detail(desk, call, order_id);
    if (order["s"] !== 1n && order["s"] !== 2n) {
      desk.hold("frozen", fixed(order["fz"]) === 0n, `an ended order has ${order["fz"]} frozen`);
      return order;
    }
    await desk.pause(100);
  }
  desk.wrong(`order ${order_id} did not end`);
  return detail(desk, call, order_id);
}

export async function assets(desk: Desk, call: AskVenue): Promise<Json> {
  const list = (await call("/v3/cbu/assets", { coin: "USDT" }))["result"] as Json[];
  desk.fit(records.contractAsset, list[0], "assets");
  return list[0] ?? {};
}

export async function position(desk: Desk, call: AskVenue): Promise<Json> {
  const [row] = (await call("/v3/cbu/position", { pair, side: 1 }))["result"] as Json[];
  desk.fit(records.position, row, "position");
  return row ?? {};
}

export async function bestPrices(desk: Desk): Promise<readonly [ask: bigint, bid: bigint]> {
  const { result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v2/mdata/depth?pair=${pair}&size=1`)).text());
  return [fixed(result.asks[0].price), fixed(result.bids[0].price)];
}
