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
