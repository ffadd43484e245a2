import { expect, it } from "vitest";
import { runSoak } from "./run.js";

/** Far more than what is loaded in so few cycles comes to. */
const heldBytes = 200_000;

it("takes a client through traffic, reconnects, orders and cycles, leaves nothing open, and sees what is held", async () => {
  const { summary, failures } = await runSoak({ minutes: 0.05, cycles: 20, shards: 0, heldBytes }, () => undefined);
  expect(failures).toEqual([]);
  expect(summary.messages).toBeGreaterThan(0);
  expect(summary.reconnects).toBeGreaterThan(0);
  expect(summary.orders).toBeGreaterThan(0);
  expect(summary).toMatchObject({ cycles: 20, handles: 0, handleKinds: [] });
  expect(summary.bytesPerCycle).toBeGreaterThan(heldBytes / 2);
  expect(summary.bytesPerCycle).toBeLessThan(heldBytes * 2);
  expect(summary.interval[0]).toBeLessThanOrEqual(summary.interval[1]);
}, 240_000);
