import { describe, expect, it } from "vitest";
import { type CrashOptions, parseCrashOptions } from "./options.js";
import { nextDeath } from "./plan.js";
import { runCrash } from "./run.js";

const quiet = (): void => {};

describe("npm run crash", () => {
  it("loses nothing when sandboxes are killed while they write", async () => {
    const options: CrashOptions = { kills: 4, seed: 4, lanes: 2, durability: "process" };
    const { summary, failures } = await runCrash(options, quiet);
    // How long a start takes is for long runs on a quiet machine.
    expect(failures.filter((failure) => !failure.startsWith("a start took"))).toEqual([]);
    expect(summary).toMatchObject({ lost: 0, corrupt: 0 });
    expect(summary["kills"]).toBeGreaterThanOrEqual(4);
    expect(summary["acknowledged"]).toBeGreaterThan(0);
  }, 60_000);

  it("finds what a sandbox loses that acknowledges before it writes", async () => {
    const found = { lost: 0, corrupt: 0 };
    // A few kills mostly show it; chance may want more.
    for (let seed = 1; found.lost === 0 && seed <= 10; seed++) {
      const { summary } = await runCrash({ kills: 4, seed, lanes: 3, durability: "relaxed" }, quiet);
      found.lost += Number(summary["lost"]);
      found.corrupt += Number(summary["corrupt"]);
    }
    expect(found.lost).toBeGreaterThan(0);
    expect(found.corrupt).toBe(0);
  }, 120_000);
});

describe("the plan", () => {
  it("kills at every step, and from outside", () => {
    const steps = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      steps.add(nextDeath(() => (i * 0.618) % 1).point?.step ?? "outside");
    }
    expect([...steps].sort()).toEqual([
      "outside",
      "page-begun",
      "page-written",
      "snapshot-begun",
      "snapshot-part-written",
      "snapshot-written",
      "trimmed",
    ]);
  });
});

describe("the command line", () => {
  const parse = (...argv: string[]): unknown => parseCrashOptions(argv, { out: quiet, err: quiet });

  it("has usual values", () => {
    expect(parse("--kills", "7")).toEqual({
      kills: { kills: 7, seed: 1, lanes: 3, durability: "process" },
      summary: "text",
    });
    expect(parse("--damage", "60", "--seed", "2", "--json")).toEqual({
      damage: { damages: 60, seed: 2, olderState: "refuse" },
      summary: "json",
    });
    expect(parse("--accelerator", "--kills", "200", "--json")).toEqual({
      acceleratorKills: { kills: 200, seed: 1, lanes: 3, store: "kept" },
      summary: "json",
    });
    expect(parse("--disk-full")).toMatchObject({ diskFull: {}, summary: "text" });
  });

  it("refuses what it cannot understand", () => {
    expect(parse()).toEqual({ exitCode: 2 });
    expect(parse("--kills", "1", "--damage", "1")).toEqual({ exitCode: 2 });
    expect(parse("--accelerator")).toEqual({ exitCode: 2 });
    expect(parse("--accelerator", "--kills", "1", "--store", "some")).toEqual({ exitCode: 2 });
    expect(parse("--damage", "0")).toEqual({ exitCode: 2 });
    expect(parse("--kills", "none")).toEqual({ exitCode: 2 });
    expect(parse("--kills", "1", "--durability", "maybe")).toEqual({ exitCode: 2 });
  });
});
