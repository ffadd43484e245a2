import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyWorkspace, mutationConfigFile } from "./workspace-copy.js";

const files = [
  "packages/one/src/one.ts",
  "packages/two/index.js",
  "packages/two/node_modules/own/index.js",
  "docs/guides/guide.md",
  "deploy/service.yaml",
  "vitest.shared.ts",
  "vitest.setup.ts",
  "vitest.costs.ts",
  "tsconfig.base.json",
];

async function workspace(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "depthwire-workspace-")));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), file);
  }
  return root;
}

it("a package in the copy finds the copies of the others, and each of them what npm gave it alone", async () => {
  const root = await workspace();
  const copy = await copyWorkspace(root, ["one"]);
  const one = join(copy.package("one"), "src/one.ts");
  await writeFile(one, "changed");
  expect(await readFile(join(root, "packages/one/src/one.ts"), "utf8")).toBe("packages/one/src/one.ts");
  const two = createRequire(one).resolve("@depthwire/two");
  expect(two).toBe(join(copy.package("two"), "index.js"));
  expect(createRequire(two).resolve("own")).toBe(join(root, "packages/two/node_modules/own/index.js"));
  expect(existsSync(join(copy.package("one"), mutationConfigFile))).toBe(true);
  expect(existsSync(join(copy.package("two"), mutationConfigFile))).toBe(false);
});

it("specs in the copy read the documents that stand beside the packages, which outlive it", async () => {
  const root = await workspace();
  const copy = await copyWorkspace(root, ["one"]);
  for (const file of ["docs/guides/guide.md", "deploy/service.yaml"]) {
    expect(await readFile(join(copy.package("one"), "../..", file), "utf8")).toBe(file);
  }
  await copy.remove();
  expect(existsSync(copy.package("one"))).toBe(false);
  expect(existsSync(join(root, "docs/guides/guide.md"))).toBe(true);
});
