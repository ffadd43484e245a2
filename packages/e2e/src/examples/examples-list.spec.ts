import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../../../docs/examples/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".ts") || statSync(join(folder, name)).isDirectory());
const programs = names.filter((name) => name.endsWith(".ts"));

it("README of the examples lists each, and there are more than twelve", () => {
  const listed = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/^\| \[([^\]]+)\]/gm)].map(
    ([, name]) => name,
  );
  expect(listed.toSorted()).toEqual(names.toSorted());
  expect(listed.length).toBeGreaterThan(12);
});

it.each(programs)("%s says at its head how it is run and what there is to see, and is short", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const head = /^\/\*\*.*?\*\/\n/s.exec(text)?.[0] ?? "";
  expect(head).toMatch(/ \* Run: /);
  expect(head).toMatch(/ \* See: /);
  expect(text.split("\n").length).toBeLessThanOrEqual(150);
});
