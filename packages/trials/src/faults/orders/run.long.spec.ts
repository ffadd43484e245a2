import { expect, it } from "vitest";
import { runOrders } from "./run.js";

const silent = (): void => undefined;

it("places no order twice and leaves none unknown, however calls are cut off", async () => {
  const { summary, failures } = await runOrders({ orders: 400, seed: 3, habit: "careful" }, silent);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ orders: 400, duplicates: 0, unknown: 0, wrong: 0 });
}, 90_000);

it("is able to fail: a client that repeats what was cut off places orders twice", async () => {
  const { summary, failures } = await runOrders({ orders: 400, seed: 4, habit: "repeats" }, silent);
  expect(summary["duplicates"]).toBeGreaterThan(10);
  expect(failures.join()).toMatch(/placed more than once/);
}, 60_000);

it("is able to fail: without the fence absence is taken for proof", async () => {
  const { summary, failures } = await runOrders({ orders: 400, seed: 5, habit: "no-fence" }, silent);
  expect(summary["wrong"]).toBeGreaterThan(5);
  expect(failures.join()).toMatch(/contradicted by the venue's records/);
}, 60_000);
