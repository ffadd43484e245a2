import { expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

it.each([
  ["/orders", 400],
  ["/v3/cbu/order/open", 200],
])("a byte-order mark before the JSON is none of it: %s refuses it, and nothing is sent", async (path, status) => {
  const { accelerator, sandbox } = await setScene();
  sandbox.faults.add({ kind: "refusal", code: 2021, path: "/v3/cbu/order/open" });
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const wire = { pair, amount: "0.01", order_side: 1, order_type: 2, price: "20000", order_from: 6 };
  const body = `\uFEFF${JSON.stringify(path === "/orders" ? order : wire)}`;
  const headers = { "content-type": "application/json" };
  const told = await fetch(`${accelerator.url}${path}`, { method: "POST", headers, body });
  expect(told.status).toBe(status);
  expect(await told.json()).toMatchObject(status === 400 ? { error: { code: "value-invalid" } } : { state: 3000 });
  expect(sandbox.faults.pending()).toHaveLength(1);
});
