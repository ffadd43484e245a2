import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { allOperations } from "../api-docs/operations.js";
import { readSentences, schemaDeclarations } from "../api-docs/sentences.js";
import { callExpression } from "./call-examples.js";
import { siteSource } from "./site-pages.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { forPackages } = siteSource(root, readSentences(schemaDeclarations("internal")));
const textOf = (path: string): string => forPackages.find((file) => file.path === path)?.text ?? "";

it("what packages carry for machines has every operation with its call, and leads nowhere outside the package", () => {
  expect(forPackages.map(({ path }) => path)).toEqual(["llms.txt", "llms-full.txt"]);
  const index = textOf("llms.txt");
  const text = textOf("llms-full.txt");
  for (const { family, operation } of allOperations()) {
    expect(index).toContain(`[${operation.name}](llms-full.txt)`);
    expect(text).toContain(`| call | \`${callExpression(family, operation)}()\` |`);
  }
  const targets = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  expect(new Set(targets)).toEqual(new Set(["llms-full.txt"]));
});

it("each line of the index says something in words", () => {
  const lines = textOf("llms.txt")
    .split("\n")
    .filter((line) => line.startsWith("- "));
  expect(lines.filter((line) => !/: .*\w+ \w+/.test(line) || line.includes("```"))).toEqual([]);
});
