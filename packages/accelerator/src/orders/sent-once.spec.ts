import { expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

it.each([
  ["a withdrawal", "/v3.1/transfer/transferOut", { coin_symbol: "USDT", amount: 100, addr: "0x1" }],
  ["a transfer", "/v3/cbuassets/transfer", { amount: "3", symbol: "USDT", type: 1 }],
  ["margin", "/v3/cbu/changeMargin", { pair, margin: "1", side: 1 }],
  [
    "a plan order",
    "/v3/cbu/order/planOpen",
    { pair, price: "20000", trigger_price: "19000", amount: "0.01", side: 1, plan_type: 1, book_type: 1 },
  ],
])(
  "%s that the service finds too frequent is not sent again: its word is handed on, also to who repeats it",
  async (_, path, body) => {
    const token = "a-token-that-nobody-guesses";
    const { sandbox, ask } = await setScene({ token });
    sandbox.faults.add({ kind: "refusal", code: 2091, when: "after", path, count: 2 });
    const headers = { "idempotency-key": "once-1", "x-depthwire-token": token };
    const first = await ask(path, { body, headers });
    expect(first).toMatchObject({ status: 200, source: null, body: { state: 2091 } });
    expect(sandbox.faults.applied()["refusal"]).toBe(1);
    const again = await ask(path, { body, headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("x-depthwire-repeated")).toBe("true");
    expect(sandbox.faults.applied()["refusal"]).toBe(1);
  },
);

it("a cancel that is too frequent waits for its turn, by either address", async () => {
  const { sandbox, ask } = await setScene();
  const limit = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const placed = async (): Promise<unknown> => (await ask("/orders", { body: limit })).body["orderId"];
  const [one, other] = [await placed(), await placed()];
  const tooFrequent = { kind: "refusal", code: 2091, path: "/v3/cbu/order/close", count: 1 } as const;
  sandbox.faults.add(tooFrequent);
  expect((await ask(`/orders/${String(one)}`, { method: "DELETE" })).body).toEqual({ orderId: one, cancelled: true });
  sandbox.faults.add(tooFrequent);
  expect((await ask("/v3/cbu/order/close", { body: { order_id: other } })).body).toMatchObject({ state: 0 });
  expect(sandbox.faults.pending()).toEqual([]);
  expect((await ask("/orders")).body).toEqual({ orders: [] });
});
