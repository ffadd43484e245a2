import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Pair } from "@depthwire/schema";
import { expect, it, onTestFinished } from "vitest";
import { createKlineSource } from "./kline-source.js";

/** A source that asks a server of the spec. */
async function sourceOn(listener: RequestListener, timeoutMs = 2_000) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return createKlineSource({ restAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, timeoutMs });
}

const kline = { time: 1_700_000_040_000, open: "1.50", high: "2", low: "1", close: "1.7", vol: "30" };
const request = { period: "5min", size: 7, signal: undefined } as const;

it.each([
  ["4BTC_USDT", "/v2/mdata/kline?pair=4BTC_USDT&period=5min&size=7", { result: [kline], cmd: "kline", ver: "2.0" }],
  ["5BTC_USD", "/v2/mdata/kline?pair=5BTC_USD&period=5min&size=7", { result: [kline], cmd: "kline", ver: "2.0" }],
  [
    "BTC_USDT",
    "/v3/mdata/kline?pair=BTC_USDT&period=5min&size=7",
    { state: 0, result: [kline], cmd: "kline", ver: "3" },
  ],
])("asks for the candles of %s where its family has them", async (pair, target, answer) => {
  const targets: (string | undefined)[] = [];
  const source = await sourceOn((incoming, response) => {
    targets.push(incoming.url);
    response.end(JSON.stringify(answer));
  });
  await expect(source(pair as Pair, request)).resolves.toEqual([
    {
      openedAtMs: kline.time,
      openPrice: "1.50",
      highPrice: "2",
      lowPrice: "1",
      closePrice: "1.7",
      volume: "30",
    },
  ]);
  expect(targets).toEqual([target]);
});

it("passes on what went wrong", async () => {
  const bodies = ["<html>busy</html>", '{"result":[{}]}', '{"state":3016,"msg":"x","cmd":"kline"}'];
  const source = await sourceOn((_, response) => response.end(bodies.shift()));
  for (const code of ["response-not-json", "response-shape", "venue-refused"]) {
    await expect(source("4BTC_USDT" as Pair, request)).rejects.toMatchObject({ code });
  }
  const silent = await sourceOn(() => {}, 100);
  await expect(silent("4BTC_USDT" as Pair, request)).rejects.toMatchObject({ code: "timed-out" });
  const aborted = AbortSignal.abort();
  await expect(silent("4BTC_USDT" as Pair, { ...request, signal: aborted })).rejects.toMatchObject({ code: "aborted" });
});
