import { expect, it } from "vitest";
import { runDialects } from "./run.js";

it("has clients live through accelerators: unsigned requests there, what is pushed from the venue, nothing wrong", async () => {
  const { summary, failures } = await runDialects(
    {
      seconds: 3,
      profiles: ["documented"],
      harm: "off",
      requests: "through-accelerators",
      only: ["integers", "mistakes", "wallet"],
      summary: "json",
    },
    () => undefined,
  );
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ clients: 3, wrong: 0, cut: 0, uncalled: [] });
  expect((summary as { calls: number }).calls).toBeGreaterThan(0);
}, 90_000);
