import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, openBefore, pair } from "../scene.spec-kit.js";
import { lyingVenue, placePath } from "./lying-venue.spec-kit.js";

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
    const msg = expect.stringMatching(/GET \/account and the service show what became of it$/);
    expect(moved).toMatchObject({ status: 504, body: { error: { code: "outcome-unknown", msg } } });
    expect(moving.orders()).toBe(1);
  },
);
