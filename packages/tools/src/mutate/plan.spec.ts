import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { mutationGroups } from "./groups.js";
import { planMutation } from "./plan.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

describe("planMutation", () => {
  it("takes the sources of a folder, without specs and their helpers, a package at a time", () => {
    const plans = planMutation(root, ["packages/tools/src/mutate", "packages/rest/src/halt/halt-aim.ts"]);
    expect(plans.map(({ project }) => project)).toEqual(["tools", "rest"]);
    expect(plans[0]?.files).toContain("src/mutate/plan.ts");
    expect(plans[0]?.files).not.toContain("src/mutate/plan.spec.ts");
    expect(plans[1]?.files).toEqual(["src/halt/halt-aim.ts"]);
  });

  it("takes what is left out of its package where it is named itself, and there only", () => {
    const filesOf = (path: string) => planMutation(root, [path]).flatMap(({ files }) => files);
    expect(filesOf("packages/exchange/src").filter((file) => file.includes("agents/"))).toEqual([]);
    expect(filesOf("packages/exchange/src/agents").length).toBeGreaterThan(1);
    expect(filesOf("packages/exchange/src/agents/agents.ts")).toHaveLength(1);
  });

  it("takes a file once that was named twice", () => {
    const [plan] = planMutation(root, ["packages/tools/src/mutate/plan.ts", "packages/tools/src/mutate"]);
    expect(plan?.files.filter((file) => file === "src/mutate/plan.ts")).toHaveLength(1);
  });

  it.each([
    ["packages/rest/src/no-such-folder", "there is no packages/rest/src/no-such-folder"],
    ["packages/tools/src/mutate/plan.spec.ts", "holds no source"],
  ])("refuses %s", (path, message) => {
    expect(() => planMutation(root, [path])).toThrow(message);
  });

  it.each(Object.entries(mutationGroups))("finds every folder of the group %s", (_, paths) => {
    for (const path of paths) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
    expect(planMutation(root, paths).flatMap(({ files }) => files).length).toBeGreaterThan(paths.length);
  });
});
