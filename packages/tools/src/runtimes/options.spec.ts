import { describe, expect, it } from "vitest";
import { parseRuntimesOptions } from "./options.js";
import { chooseTrials } from "./run.js";
import { trials } from "./trials/index.js";

const quiet = { out: () => undefined, err: () => undefined };
const names = trials.map(({ name }) => name);

describe("npm run runtimes", () => {
  it("tries everything, packed anew, unless it is told otherwise", () => {
    expect(parseRuntimesOptions([], names, quiet)).toEqual({ only: [], extent: "whole", summary: "text" });
    const flags = "--only bun,node22 --short --tarballs .artifacts --json";
    expect(parseRuntimesOptions(flags.split(" "), names, quiet)).toEqual({
      only: ["bun", "node22"],
      extent: "short",
      tarballs: ".artifacts",
      summary: "json",
    });
  });

  it("takes beginnings of names, and says which there are to a wrong one", () => {
    const chosen = chooseTrials({ only: ["node2"], extent: "short", summary: "text" });
    expect(chosen.map(({ name }) => name)).toEqual(["node20-esm", "node20-require"]);
    const told: string[] = [];
    expect(parseRuntimesOptions(["--only", "bunn"], names, { ...quiet, err: (text) => told.push(text) })).toEqual({
      exitCode: 2,
    });
    expect(told.join("")).toMatch(/--only bunn: there is no such runtime; there are node20-esm, .*bun/);
  });
});
