import { StoreError, TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { judgeError } from "./judge.js";
import { nextKind } from "./plan-damage.js";
import { runDamage } from "./run-damage.js";

const quiet = (): void => {};

describe("npm run crash -- --damage", () => {
  it("finds no start that is silently older, and none that ends without saying what is wrong", async () => {
    const { summary, failures } = await runDamage({ damages: 8, seed: 3, olderState: "refuse" }, quiet);
    // As text: reports that keep an error's first line alone still say what was found.
    expect(failures.join("\n")).toBe("");
    expect(summary).toMatchObject({ damages: 8, silentlyOlder: 0, untyped: 0 });
    expect(summary["acknowledged"]).toBeGreaterThan(0);
    expect(summary["refused"]).toBeGreaterThan(0);
  }, 120_000);

  it("finds those that go on from what is left", async () => {
    const silent: number[] = [];
    const failures: string[] = [];
    // A few damages mostly show it; chance may want more.
    for (let seed = 1; failures.length === 0 && seed <= 10; seed++) {
      const run = await runDamage({ damages: 6, seed, olderState: "accept" }, quiet);
      silent.push(Number(run.summary["silentlyOlder"]));
      failures.push(...run.failures);
    }
    expect(Math.max(...silent)).toBeGreaterThan(0);
    expect(failures.length).toBeGreaterThan(0);
  }, 120_000);
});

describe("the judge", () => {
  const directory = "venue";

  it("takes a refusal that says what is wrong with the directory", () => {
    const older = new StoreError("store-older", { directory, found: 3, acknowledged: 5 });
    expect(judgeError(older)).toEqual({ kind: "refused", text: "store-older" });
  });

  it.each([
    new StoreError("store-failed", { directory }),
    new StoreError("store-foreign", { directory }),
    new TransportError("closed", {}),
    new Error("IO error"),
    "nothing at all",
  ])("takes nothing else: %s", (error) => {
    expect(judgeError(error)).toMatchObject({ kind: "untyped" });
  });
});

describe("the plan", () => {
  it("harms one file, two, and the whole directory", () => {
    const kinds = new Set(Array.from({ length: 100 }, (_, i) => nextKind(() => i / 100)));
    expect([...kinds].sort()).toEqual(["file", "marks-alone", "older-database", "older-list", "two-files"]);
  });
});
