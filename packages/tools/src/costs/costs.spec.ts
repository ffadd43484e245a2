import { describe, expect, it } from "vitest";
import { fileBudget, judgeCosts, readCosts } from "./judge.js";
import { parseCostsOptions } from "./options.js";

const silent = { out: () => undefined, err: () => undefined };
const costs = (file: string, own: number, started = 0) => ({ file, own, started });

describe("the budget of a spec file", () => {
  it("counts what it starts, and names the file and both ways out", () => {
    const { summary, failures } = judgeCosts([costs("a.spec.ts", 1), costs("b.spec.ts", 1, fileBudget)]);
    expect(summary).toEqual({ files: 2, seconds: fileBudget + 2, tooDear: ["b.spec.ts"] });
    expect(failures).toEqual([
      `b.spec.ts takes ${fileBudget + 1}.0 s of processor time, at most ${fileBudget}: make it cheaper, or name it *.long.spec.ts`,
    ]);
  });

  it("is kept by whoever takes all of it, and by nobody where nothing was measured", () => {
    expect(judgeCosts([costs("a.spec.ts", fileBudget)]).failures).toEqual([]);
    expect(judgeCosts([]).failures).toEqual(["no spec file was measured"]);
  });

  it("shows the dearest first", () => {
    const { text } = judgeCosts([costs("cheap.spec.ts", 0.1), costs("dear.spec.ts", 2.5, 1)]);
    expect(text.split("\n").map((line) => line.trim())).toEqual([
      "2.50 s     1.00 s started  dear.spec.ts",
      "0.10 s     0.00 s started  cheap.spec.ts",
      "2 files, 4 s of processor time in their tests",
    ]);
  });
});

it("lines that SPEC_COSTS wrote are read, with paths from the workspace's root", () => {
  const line = JSON.stringify(costs("/home/x/packages/a/src/a.spec.ts", 1));
  expect(readCosts(`${line}\n`, "/home/x/")).toEqual([costs("packages/a/src/a.spec.ts", 1)]);
});

it("the command line names a file, or nothing", () => {
  expect(parseCostsOptions(["--from", "costs.ndjson", "--json"], silent)).toEqual({
    from: "costs.ndjson",
    summary: "json",
  });
  expect(parseCostsOptions([], silent)).toEqual({ summary: "text" });
  expect(parseCostsOptions(["--nothing"], silent)).toEqual({ exitCode: 2 });
});
