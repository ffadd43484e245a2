import { expect, it } from "vitest";
import { inStep, pair, setScene } from "../scene.spec-kit.js";

const plan = { pair, price: "59000", trigger_price: "60000", amount: "0.005", side: 1, plan_type: 1, book_type: 2 };

it("a plan order that no push has told of is in the next list, of all pairs or of one: the venue is asked", async () => {
  const scene = await setScene();
  const { ask, sandbox } = scene;
  await inStep(scene, "/plan-orders");
  const held = { pair, side: "open-long", type: "market", quantity: "0.01" };
  expect(await ask("/orders", { body: held })).toMatchObject({ status: 200 });
  sandbox.faults.add({ kind: "delay", channel: "private", ms: 20_000, count: 1_000 });
  for (const trigger of ["60000", "61000"]) {
    const placed = await ask("/v3/cbu/order/planOpen", { body: { ...plan, trigger_price: trigger } });
    expect(placed.body).toMatchObject({ state: 0 });
  }
  for (const path of ["/plan-orders", `/plan-orders?pair=${pair}`]) {
    const told = await ask(path);
    expect(told, path).toMatchObject({ status: 200, source: "venue" });
    const triggers = (told.body["planOrders"] as { triggerPrice: string }[]).map(({ triggerPrice }) => triggerPrice);
    expect(triggers.toSorted(), path).toEqual(["60000", "61000"]);
  }
});
