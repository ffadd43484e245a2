import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, openBefore, pair } from "../scene.spec-kit.js";

const placePath = "/v3/cbu/order/open";
const tooFrequent = JSON.stringify({ state: 2091, msg: "request is too frequency, please try again later" });

/** A venue that takes each of the next orders and refuses it with 2091 all the same. Returns its address, and how many orders came. */
async function lyingVenue({ restUrl }: Sandbox, lies: number): Promise<{ address: string; orders: () => number }> {
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
    const isOrder = url.startsWith(placePath);
    orders += isOrder ? 1 : 0;
    const said = await told.text();
    response.writeHead(200, { "content-type": "application/json" }).end(isOrder && left-- > 0 ? tooFrequent : said);
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
