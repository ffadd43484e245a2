import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { mendStrykerSetup } from "./stryker-setup.js";

const installed = join(
  dirname(createRequire(import.meta.url).resolve("@stryker-mutator/vitest-runner/package.json")),
  "dist/src/stryker-setup.js",
);

it("mends the file of the Stryker that is installed: hooks take what the present vitest gives them", () => {
  const mended = mendStrykerSetup(readFileSync(installed, "utf8"), "/copy/stryker-setup-0.js") ?? "";
  expect(mended).not.toContain("afterAll((suite)");
  expect(mended.match(/afterAll\(\(\{\}, suite\)/g)).toHaveLength(2);
  expect(mended.match(/ns\.currentTestId = undefined/g)).toHaveLength(1);
});

it("leaves every other file alone, and says so when the file is not the one that it knows", () => {
  expect(mendStrykerSetup("afterAll((suite) => {", "/copy/src/stryker-setup.ts")).toBeUndefined();
  expect(() => mendStrykerSetup("nothing", "/copy/stryker-setup-0.js")).toThrow("look whether it needs mending");
});

it("has each file tell what its own tests reached, and not what files before it did", async () => {
  const mended = mendStrykerSetup(readFileSync(installed, "utf8"), "/copy/stryker-setup-0.js") ?? "";
  const told = mended.slice(
    mended.indexOf("if (ns.mutantCoverage"),
    mended.lastIndexOf("ns.currentTestId = undefined;"),
  );
  const ns = { mutantCoverage: { static: { 1: 2 }, perTest: { "a.spec.ts#one": { 3: 1 } } } };
  const counts = ns.mutantCoverage;
  const tell = new Function("ns", "suite", told) as (ns: object, suite: { meta: object }) => void;
  const first = { meta: {} };
  tell(ns, first);
  expect(first.meta).toEqual({ mutantCoverage: { static: { 1: 2 }, perTest: { "a.spec.ts#one": { 3: 1 } } } });
  Object.assign(counts.perTest, { "b.spec.ts#two": { 3: 1 } });
  const second = { meta: {} };
  tell(ns, second);
  expect(second.meta).toEqual({ mutantCoverage: { static: {}, perTest: { "b.spec.ts#two": { 3: 1 } } } });
});
