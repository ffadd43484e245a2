import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("clients/", import.meta.url));

it("has clients that import nothing but Node, ws and what lies beside them", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(10);
  const imported = files.flatMap((name) =>
    [...readFileSync(folder + name, "utf8").matchAll(/from "([^"]+)"/g)].map(([, source]) => source),
  );
  expect(imported.length).toBeGreaterThan(files.length);
  expect(imported.filter((source) => !/^(node:(crypto|zlib)|ws|\.{1,2}\/.+)$/.test(source ?? ""))).toEqual([]);
});
