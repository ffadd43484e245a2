import { expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

it("an order of which nobody can tell names the paths that show it, and no function of a library", async () => {
  const { sandbox, ask } = await setScene({ trader: { outcomes: { toleranceMs: "not-known" } } });
  sandbox.faults.add({ kind: "cut-request", when: "before", path: "/v3/cbu/order/open" });
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000", clientOrderId: "4711" };
  const { status, body } = await ask("/orders", { body: order });
  expect([status, body.error?.code]).toEqual([504, "outcome-unknown"]);
  const words = body.error?.msg ?? "";
  expect(words).not.toMatch(/\(\)/);
  const [, path = "", asked = ""] = /POST (\S+) with (\{.*\}), and GET \/orders/.exec(words) ?? [];
  expect(await ask(path, { body: JSON.parse(asked) })).toMatchObject({ status: 200, body: { state: 0, result: [] } });
});
