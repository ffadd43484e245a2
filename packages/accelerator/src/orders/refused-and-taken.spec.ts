import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, openBefore, pair } from "../scene.spec-kit.js";

const placePath = "/v3/cbu/order/open";
const tooFrequent = JSON.stringify({ state: 2091, msg: "request is too frequency, please try again later" });

/** What a gateway says instead of the venue's answer. */
interface Lie {
  readonly status: number;
  readonly text: string;
  readonly path?: string;
}

/** A venue that takes each of the next orders and is told to have refused it all the same. Returns its address, and how many orders came. */
async function lyingVenue(
  { restUrl }: Sandbox,
  lies: number,
  { status, text: lie, path = placePath }: Lie = { status: 200, text: tooFrequent },
): Promise<{ address: string; orders: () => number }> {
  let left = lies;
  let orders = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/" } = request;
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(?:host|connection|content-length)$/.test(name),
    );
    const body = await text(request);
    const told = await fetch(restUrl + url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === "GET" ? {} : { body }),
    });
    const isOrder = url.startsWith(path);
    orders += isOrder ? 1 : 0;
    const said = await told.text();
    const isLie = isOrder && left-- > 0;
    response.writeHead(isLie ? status : 200, { "content-type": "application/json" }).end(isLie ? lie : said);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders: () => orders };
}

it.each([
  ["a limit order that waits", { type: "limit", price: "20000" }, "open"],
  ["a market order that is filled at once", { type: "market" }, "filled"],
])(
  "an order that is refused with 2091 although it was taken is sent once, and told as taken: %s",
  async (_, kind, status) => {
    const sandbox = await startSandbox({ pairs: [pair], seed: 7, requestsPerWindow: 0 });
    onTestFinished(() => sandbox.close());
    const { address, orders } = await lyingVenue(sandbox, 1);
    const venue = { addresses: [sandbox.pushUrl], restAddress: address };
    const { url } = await openBefore(sandbox, { venue });
    const order = { pair, side: "open-long", quantity: "0.01", clientOrderId: "4711", ...kind };
    const told = await askAt(url, "/orders", { body: order });
    expect(told).toMatchObject({ status: 200, body: { clientOrderId: "4711", status } });
    expect(orders()).toBe(1);
    const { orderId } = told.body;
    expect((await askAt(url, `/orders/${String(orderId)}`)).body).toMatchObject({ orderId, clientOrderId: "4711" });
    // Whoever repeats it gets the same answer.
    expect((await askAt(url, "/orders", { body: order })).body).toEqual(told.body);
    expect(orders()).toBe(1);
  },
);

it.each([
  ["HTTP 429 in the older form", { status: 429, text: '{"error":{"code":"429","msg":"slow down"}}' }],
  ["HTTP 403 in the venue's form", { status: 403, text: '{"state":403,"msg":"forbidden"}' }],
  ["a code that no table has", { status: 200, text: '{"state":9999,"msg":"?"}' }],
  [
    "success and an error at once",
    { status: 200, text: '{"state":0,"order_id":"1","error":{"code":"2027","msg":"no"}}' },
  ],
])(
  "an order that a gateway refuses although it was taken is found, and a transfer is not said to be refused: %s",
  async (_, lie) => {
    const sandbox = await startSandbox({ pairs: [pair], seed: 7, requestsPerWindow: 0 });
    onTestFinished(() => sandbox.close());
    const before = async (path: string): Promise<{ url: string; orders: () => number }> => {
      const { address, orders } = await lyingVenue(sandbox, 1, { ...lie, path });
      const { url } = await openBefore(sandbox, { venue: { addresses: [sandbox.pushUrl], restAddress: address } });
      return { url, orders };
    };
    const placing = await before(placePath);
    const order = { pair, side: "open-long", type: "limit", price: "20000", quantity: "0.01", clientOrderId: "4711" };
    const placed = await askAt(placing.url, "/orders", { body: order });
    expect(placed).toMatchObject({ status: 200, body: { clientOrderId: "4711", status: "open" } });
    expect(placing.orders()).toBe(1);
    const transferPath = "/v3/cbuassets/transfer";
    const moving = await before(transferPath);
    const moved = await askAt(moving.url, transferPath, { body: { amount: "3", symbol: "USDT", type: 1 } });
    expect(moved).toMatchObject({ status: 504, body: { error: { code: "outcome-unknown" } } });
    expect(moving.orders()).toBe(1);
  },
);
