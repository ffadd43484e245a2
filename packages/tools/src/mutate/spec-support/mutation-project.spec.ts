import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { mutationProject } from "./mutation-project.js";
import { mutatedFoldersVariable } from "./near-specs-first.js";

const slow = "src/mirror/mirror.property.spec.ts";

afterEach(() => vi.unstubAllEnvs());

function leftOutFor(folders: string, name = "exchange"): readonly string[] {
  vi.stubEnv(mutatedFoldersVariable, folders);
  return mutationProject({ test: { name, exclude: ["own"] } }).test?.exclude ?? [];
}

it("leaves a slow spec out unless something of its own folder is mutated", () => {
  expect(leftOutFor("src/ledger,src/settle")).toContain(slow);
  expect(leftOutFor("src/ledger,src/mirror")).not.toContain(slow);
});

it("leaves out what the project leaves out, and what says nothing of a mutant", () => {
  expect(leftOutFor("src/ledger")).toEqual(expect.arrayContaining(["own", "**/hover.long.spec.ts"]));
});

it("names the specs that it leaves out by paths from their package's folder, as vitest reads them", () => {
  const folders = ["exchange", "cli"].map((name) => fileURLToPath(new URL(`../../../../${name}/`, import.meta.url)));
  const paths = leftOutFor("src/ledger").filter((pattern) => pattern !== "own" && !pattern.startsWith("**/"));
  expect(paths).toContain("src/agents/agents.long.spec.ts");
  expect(paths.filter((path) => !folders.some((folder) => existsSync(`${folder}${path}`)))).toEqual([]);
});

it("leaves nothing out by the name of a package, which is not in such paths", () => {
  expect(leftOutFor("src/ledger").filter((pattern) => /packages|exchange/.test(pattern))).toEqual([]);
});

it.each([
  ["accelerator", "src/bin.long.spec.ts"],
  ["cli", "src/program/light-start.spec.ts"],
])("leaves out the specs that start many programs of %s, of that package alone", (name, one) => {
  const folder = fileURLToPath(new URL(`../../../../${name}/`, import.meta.url));
  const others = leftOutFor("src/orders", "sandbox");
  const own = leftOutFor("src/orders", name).filter((path) => !others.includes(path));
  expect(own).toContain(one);
  expect(own.filter((path) => !path.includes("**/") && !existsSync(`${folder}${path}`))).toEqual([]);
});

it("builds the mutants of packages whose specs start programs, and of no other", () => {
  const buildsMutants = (name: string): boolean =>
    (mutationProject({ test: { name } }).plugins ?? []).some(
      (plugin) => typeof plugin === "object" && plugin !== null && "name" in plugin && plugin.name === "built-mutants",
    );
  expect(buildsMutants("cli")).toBe(true);
  expect(buildsMutants("browser")).toBe(false);
});
