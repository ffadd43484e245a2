import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { signedHeaders } from "../../signing.js";

/** The contract that this hand trades. */
export const pair = "4BTC_USDT";

export interface Answer {
  readonly state: number;
  readonly msg?: string;
  readonly cmd?: string;
  readonly order_id: string;
  readonly client_oid: string;
  readonly status: number;
  readonly result: unknown;
}

export type Post = (path: string, body: object) => Promise<Answer>;

export function poster(desk: Desk): Post {
  return async (path, params) => {
    const body = JSON.stringify(params);
    const response = await desk.fetch(desk.restUrl + path, {
      method: "POST",
      headers: signedHeaders(desk, body),
      body,
    });
    const answer: Answer = JSON.parse(await response.text());
    if (answer.state !== 0) {
      desk.wrong(`${path} ${body} was refused: ${answer.state} ${answer.msg}`);
    }
    return answer;
  };
}

export async function readTerms(desk: Desk): Promise<readonly [taker: number, maker: number]> {
  const askedAtMs = Date.now();
  const clock = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3/cbu/timestamp`)).text());
  const isBetween = Number(clock.time) >= askedAtMs - 50 && Number(clock.time) <= Date.now() + 50;
  desk.hold("clock", isBetween, `the server time is ${clock.time}, asked at ${askedAtMs}`);
  desk.hold("fields", typeof clock.time === "string", "the server time is no text");
  const values = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v3.1/cquery/buValue`)).text());
  const terms = values.result.find((entry: { pair: string }) => entry.pair === pair);
  desk.fit(records.contractValue, terms, "buValue");
  if (desk.deployed) {
    desk.fit(records.contractRisk, terms, "buValue (note 42)");
  }
  const domains = await desk.fetch(`${desk.restUrl}/v1/public/queryApiDomain`);
  desk.hold("fields", domains.ok, `queryApiDomain was answered with HTTP ${domains.status}`);
  return [parseFloat(terms.taker_fee), parseFloat(terms.maker_fee)];
}

export async function lastPrice(desk: Desk): Promise<string> {
  const { result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v2/mdata/depth?pair=${pair}&size=1`)).text());
  return result.asks[0].price;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Equal but for what doubles lose, and for the last digit of an average. */
export function near(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-7 * Math.max(1, Math.abs(left), Math.abs(right));
}
