import { expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000", clientOrderId: "4711" };
const path = "/v3/cbu/order/open";
const trader = { outcomes: { toleranceMs: 500, marginMs: 0 } };

it("an order whose answer is swallowed is found as soon as the answer is not worth waiting for", async () => {
  const { sandbox, ask } = await setScene({ trader });
  sandbox.faults.add({ kind: "late", when: "after", path, ms: 300_000 });
  const placed = await ask("/orders", { body: order });
  expect(placed).toMatchObject({ status: 200, body: { clientOrderId: "4711", status: "open" } });
});

it("an order that is swallowed is said to be not placed once it can arrive no more", async () => {
  const { sandbox, ask } = await setScene({ trader });
  sandbox.faults.add({ kind: "late", when: "before", path, ms: 300_000 });
  expect(await ask("/orders", { body: order })).toMatchObject({ status: 503, body: { error: { code: "not-placed" } } });
});
