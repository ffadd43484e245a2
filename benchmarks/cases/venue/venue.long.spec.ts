import { expect, it } from "vitest";
import { venue } from "./venue.js";

it("measures every goal, and the exchanges that it compares end alike", async () => {
  const context = { passes: 1, minMs: 1, peersFolder: "", stretchMessages: 1, short: true, progress: () => {} };
  const [report] = await venue.run(context);
  expect(report?.goals).toHaveLength(12);
  for (const { id, got } of report?.goals ?? []) {
    expect([id, Number.isFinite(got)]).toEqual([id, true]);
  }
}, 300_000);
