import { expect, it } from "vitest";
import { runOutages } from "./run.js";

const silent = (): void => undefined;

it("loses no fill, doubles none, and ends with the venue's own account", async () => {
  const { summary, failures } = await runOutages({ outages: 32, seed: 6, recovery: "on" }, silent);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ outages: 32, lost: 0, doubled: 0, differences: 0, unrecovered: 0 });
}, 120_000);

it("is able to fail: without recovery fills are lost", async () => {
  const { summary, failures } = await runOutages({ outages: 16, seed: 7, recovery: "off" }, silent);
  expect(summary["lost"]).toBeGreaterThan(3);
  expect(failures.join()).toMatch(/fills were lost/);
}, 60_000);
