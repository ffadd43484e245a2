import { expect, it } from "vitest";
import { runDisconnects } from "./run.js";

const silent = (): void => undefined;

it("ends with no divergence, and each kind of harm was met", async () => {
  const options = {
    disconnects: 20,
    seed: 11,
    lanes: 8,
    sequencePolicy: "contiguous",
    protocols: ["prefix", "channel"],
  } as const;
  const { summary, failures } = await runDisconnects(options, silent);
  expect(failures.join("\n")).toBe("");
  expect(summary).toMatchObject({ disconnects: 20, divergent: 0, crossedLive: 0, lostWithoutGap: 0 });
}, 480_000);

it("is able to fail: the policy monotonic cannot see what is lost", async () => {
  const options = { disconnects: 17, seed: 12, lanes: 4, sequencePolicy: "monotonic", protocols: ["prefix"] } as const;
  const { summary, failures } = await runDisconnects(options, silent);
  expect(summary["divergent"]).toBeGreaterThan(0);
  expect(summary["lostWithoutGap"]).toBeGreaterThan(0);
  expect(failures.join()).toMatch(/live views differ.*losses went unnoticed/);
}, 480_000);
