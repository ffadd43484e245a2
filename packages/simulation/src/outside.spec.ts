import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { plants } from "./plants/index.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(`${root}docs/simulation.md`, "utf8");

/** Paths in the first column of the table under a heading. */
function listed(heading: string): readonly string[] {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path);
}

const outside = listed("Outside");
const replaced = listed("Inside, though it imports a library");

/** Packages whose code runs in a world: those that the simulation depends on, but for what it is made with. */
const manifest = JSON.parse(readFileSync(`${root}packages/simulation/package.json`, "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const inside = Object.keys(manifest.dependencies)
  .map((name) => name.replace("@depthwire/", ""))
  .filter((name) => name !== "testkit" && name !== "tools");

/** What a source file imports from Node or from somebody else's package. */
function foreignImports(text: string): readonly string[] {
  const specifiers = [...text.matchAll(/(?:from |import\(|^import )"([^".][^"]*)"/gm)].map(([, name = ""]) => name);
  return specifiers.filter((name) => !name.startsWith("@depthwire/"));
}

function sourcesOf(name: string): readonly string[] {
  return readdirSync(`${root}packages/${name}/src`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(spec|spec-kit)\.ts$/.test(file) && !file.includes("spec-support"))
    .map((file) => `packages/${name}/src/${file.replaceAll("\\", "/")}`);
}

function isUnder(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || (path.endsWith("/") && file.startsWith(path)));
}

describe("the page about the simulation", () => {
  it("lists every file that touches the world by Node or a library", () => {
    const touching = inside
      .flatMap(sourcesOf)
      .filter((file) => foreignImports(readFileSync(root + file, "utf8")).length > 0);
    expect(touching.length).toBeGreaterThan(40);
    expect(touching.filter((file) => !isUnder(file, [...outside, ...replaced]))).toEqual([]);
  });

  it("lists every planted fault with who has to find it", () => {
    for (const { name, text, foundBy } of plants) {
      expect(page).toContain(`| \`${name}\` | ${text} | ${foundBy.join(", ")} |`);
    }
    expect(listed("Planted faults").length).toBe(plants.length);
  });

  it("lists every package that no world runs", () => {
    const packages = readdirSync(`${root}packages`).filter((name) =>
      existsSync(`${root}packages/${name}/package.json`),
    );
    const absent = packages.filter((name) => {
      const { private: isPrivate } = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, "utf8")) as {
        readonly private?: boolean;
      };
      return isPrivate !== true && !inside.includes(name);
    });
    expect(absent.filter((name) => !outside.includes(`packages/${name}/`))).toEqual([]);
  });

  it("lists nothing that is not there, and nothing as outside that a world runs as a whole", () => {
    for (const path of [...outside, ...replaced]) {
      expect([path, existsSync(root + path)]).toEqual([path, true]);
    }
    expect(inside.filter((name) => outside.includes(`packages/${name}/`))).toEqual([]);
  });
});
