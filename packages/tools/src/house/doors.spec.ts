import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readWorkspace } from "../boundaries/workspace.js";
import { unlistedNames } from "./judge.js";
import { isPart, namesWithTwoMeanings, publicNames, readDoors } from "./public-names.js";
import { houseBounds } from "./survey.js";
import { doorsOf } from "./workspace-doors.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const doors = readDoors(root, doorsOf(root, readWorkspace(root)));
const names = publicNames(doors);
const listed = JSON.parse(readFileSync(join(root, "docs/api/doors.json"), "utf8")) as Record<string, string[]>;

describe("the doors of the published packages", () => {
  it("have the names that docs/api/doors.json lists: npm run house -- --write-doors writes them anew", () => {
    expect(unlistedNames(names, listed)).toEqual([]);
  });

  it("have few names", () => {
    const all = Object.values(names).flat();
    expect(all.filter((name) => !isPart(name)).length).toBeLessThanOrEqual(houseBounds.publicNames);
  });

  it("list what stands inside their namespaces, too: growth there is a diff as well", () => {
    expect(names["@depthwire/rest"]?.some((name) => name.startsWith("restTypes."))).toBe(true);
    expect(names["@depthwire/schema"]?.some((name) => name.startsWith("usdt."))).toBe(false);
  });

  it("never give one name two meanings", () => {
    expect(namesWithTwoMeanings(doors)).toEqual([]);
  });
});

describe("what is held against the list", () => {
  it("is every name of every door, both ways", () => {
    expect(
      unlistedNames({ "@x/a": ["old", "new"], "@x/b": ["b"] }, { "@x/a": ["old", "gone"], "@x/c": ["c"] }),
    ).toEqual([
      "@x/a has new, which is not listed",
      "@x/a lists gone, which is not there",
      "@x/b has b, which is not listed",
      "@x/c lists c, which is not there",
    ]);
  });

  it("is the meaning of a name across packages, passed on or not", () => {
    const at = (...exported: readonly [name: string, origin: string][]): ReadonlyMap<string, string> =>
      new Map(exported);
    expect(
      namesWithTwoMeanings({
        "@x/a": at(["Order", "a/order#Order"], ["Fill", "a/fill#Fill"]),
        "@x/a/one": at(["get", "a/one#get"]),
        "@x/a/two": at(["get", "a/two#get"]),
        "@x/b": at(["Order", "b/order#Order"], ["Fill", "a/fill#Fill"]),
      }),
    ).toEqual(["Order means one thing in @x/a and another in @x/b"]);
  });
});
