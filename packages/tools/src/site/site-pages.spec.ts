import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { allOperations } from "../api-docs/operations.js";
import { readSentences, schemaDeclarations } from "../api-docs/sentences.js";
import { operationPath } from "./reference-paths.js";
import { siteSource } from "./site-pages.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const source = siteSource(root, readSentences(schemaDeclarations("internal")));
const textOf = new Map(source.pages.map(({ path, text }) => [path, text]));

describe("what the site is built from", () => {
  it("begins with README, the guides and the reference, and has each page once", () => {
    expect(source.pages[0]?.path).toBe("README.md");
    expect(source.top.slice(0, 2)).toEqual(["Guides.md", "Reference.md"]);
    expect(textOf.size).toBe(source.pages.length);
  });

  it("has a page for every operation, with method and path, its sentence, and each way to call it", () => {
    const lacking = allOperations().flatMap(({ family, operation }) => {
      const text = textOf.get(operationPath(family, operation.name)) ?? "";
      const wanted = [operation.path, "```ts", "```python", "```sh"];
      return wanted.filter((part) => !text.includes(part)).map((part) => `${family}.${operation.name}: ${part}`);
    });
    expect(lacking).toEqual([]);
  });

  it("names the pages below each page in its front matter, and all of them exist", () => {
    const below = [...textOf].flatMap(([path, text]) => {
      const front = /^---\nchildren:\n(.*?)\n---\n/s.exec(text)?.[1] ?? "";
      return [...front.matchAll(/: (".*")$/gm)].map(([, child = '""']) => {
        const parts = new URL(JSON.parse(child) as string, `http://site/${path}`).pathname.slice(1);
        return decodeURIComponent(parts);
      });
    });
    expect(below.filter((path) => !textOf.has(path))).toEqual([]);
    expect(below.length).toBeGreaterThan(200);
  });

  it("tells machines every page in one line and the whole in one text, without links that lead nowhere", () => {
    const machine = new Map(source.forMachines.map(({ path, text }) => [path, text]));
    const index = machine.get("llms.txt") ?? "";
    const listed = [...index.matchAll(/^- \[[^\]]*(?:\[[^\]]*\][^\]]*)*\]\(([^)]+)\)/gm)].map(([, path = ""]) => path);
    expect(listed.filter((path) => !machine.has(path))).toEqual([]);
    expect(listed.length).toBeGreaterThan(200);
    expect(machine.get("llms-full.txt")).toContain("# placeOrder");
  });

  it("describes every page to machines in whole sentences, and names the package to import", () => {
    const index = source.forMachines.find(({ path }) => path === "llms.txt")?.text ?? "";
    const lines = index.split("\n").filter((line) => line.startsWith("- "));
    expect(lines.filter((line) => !/\): .*[a-z].*[.!?][)`*"]*$/.test(line))).toEqual([]);
    expect(index.slice(0, index.indexOf("\n## "))).toContain('from "@depthwire/node"');
  });
});
