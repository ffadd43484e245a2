import { expect, it } from "vitest";
import { runSoak } from "./run.js";

it("takes a client through traffic, reconnects, orders and cycles, and leaves nothing open", async () => {
  const { summary, failures } = await runSoak({ minutes: 0.05, cycles: 20, shards: 0 }, () => undefined);
  expect(failures).toEqual([]);
  expect(summary.messages).toBeGreaterThan(0);
  expect(summary.reconnects).toBeGreaterThan(0);
  expect(summary.orders).toBeGreaterThan(0);
  expect(summary).toMatchObject({ cycles: 20, handles: 0, handleKinds: [] });
  expect(summary.interval[0]).toBeLessThanOrEqual(summary.interval[1]);
}, 240_000);
