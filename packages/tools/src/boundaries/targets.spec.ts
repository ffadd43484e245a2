import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readWorkspace } from "./workspace.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

function read(path: string): { readonly [key: string]: unknown } {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as { readonly [key: string]: unknown };
}

it("every package can be built, checked, linted and tested by itself", () => {
  const packages = readWorkspace(root).map(({ folder }) => folder);
  expect(packages.length).toBeGreaterThan(10);
  const lacking = packages.flatMap((folder) => {
    const targets = Object.keys(read(`${folder}/project.json`)["targets"] as object);
    return ["build", "typecheck", "lint", "test"].filter((wanted) => !targets.includes(wanted)).map((t) => [folder, t]);
  });
  expect(lacking).toEqual([]);
});

it("npm test and npm run test:long run every spec between them, and no cache answers for it", () => {
  expect(read("package.json")["scripts"]).toMatchObject({
    test: 'vitest run --exclude "**/*.long.spec.ts"',
    "test:long": "vitest run .long.spec.ts",
  });
});
