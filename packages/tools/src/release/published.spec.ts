import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { judgeOrigin } from "./origin.js";
import { publishedPackages } from "./published.js";

const packages = publishedPackages(fileURLToPath(new URL("../../../../", import.meta.url)));

it("lists each package behind those that it depends on", () => {
  const names = packages.map(({ manifest }) => manifest.name);
  expect(names[0]).toBe("@depthwire/schema");
  for (const { manifest } of packages) {
    const siblings = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith("@depthwire/"));
    const place = names.indexOf(manifest.name);
    expect(siblings.filter((name) => names.indexOf(name) >= place || !names.includes(name))).toEqual([]);
  }
});

it("has one version", () => {
  expect(new Set(packages.map(({ manifest }) => manifest.version)).size).toBe(1);
});

it("refuses to publish from a repository that the packages do not name", () => {
  expect(judgeOrigin(packages, "git@github.com:depthwire/depthwire.git")).toEqual([]);
  expect(judgeOrigin(packages, "https://github.com/depthwire/depthwire")).toEqual([]);
  const elsewhere = judgeOrigin(packages, "https://example.com/fork.git");
  expect(elsewhere).toHaveLength(packages.length);
  expect(elsewhere[0]).toContain("@depthwire/schema names git+https://github.com/depthwire/depthwire.git");
});
