import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { blocksOf } from "./block.js";
import { parseBlocksOptions } from "./options.js";
import { blocksOfPages, pagesOf } from "./pages.js";
import { wholeText } from "./whole-text.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

const page = [
  "<!-- ts name=around",
  "const chart = 1;",
  "-->",
  "Words.",
  '```ts after=around name=first until="it is there"',
  "show(chart);",
  "```",
  "```text",
  "what it prints",
  "```",
  "```ts after=first,around",
  "more();",
  "```",
].join("\n");

describe("blocks of a page", () => {
  it("have their words, their line, and whether a reader sees them", () => {
    const [hidden, first, second, ...rest] = blocksOf("a.md", page);
    expect(hidden).toMatchObject({ line: 1, isShown: false, words: { name: "around" } });
    expect(first).toMatchObject({ line: 5, isShown: true, language: "ts", words: { until: "it is there" } });
    expect(second).toMatchObject({ line: 11, isShown: true });
    expect(rest).toEqual([]);
  });

  it("stand behind what they continue, each once", () => {
    const blocks = blocksOf("a.md", page);
    expect(wholeText(blocks[2] as (typeof blocks)[number], blocks)).toBe("const chart = 1;\nshow(chart);\nmore();\n");
  });

  it.each([
    ["```sh\nno end", "a.md:1: this block has no end"],
    ["```sh utnil=x\n```", "a.md:1: utnil= means nothing"],
    ["```sh fast\n```", "a.md:1: fast is not understood"],
    ["```sh in=space\n```", "a.md:1: in=space is no place"],
  ])("are refused where %j is not understood", (markdown, message) => {
    expect(() => blocksOf("a.md", markdown)).toThrow(message);
  });

  it.each([
    ["```sh after=nobody\n```", "it continues nobody, and there are 0 blocks of that name"],
    ["```sh name=a after=a\n```", "it continues itself"],
  ])("are refused where %j cannot be put together", (markdown, message) => {
    const blocks = blocksOf("a.md", markdown);
    expect(() => wholeText(blocks[0] as (typeof blocks)[number], blocks)).toThrow(message);
  });
});

describe("the pages of this repository", () => {
  it("have blocks that can all be put together", () => {
    const blocks = blocksOfPages(root, pagesOf(root));
    expect(blocks.length).toBeGreaterThan(90);
    for (const block of blocks) {
      expect(wholeText(block, blocks)).toContain(block.text);
    }
  });
});

it("reads which pages are meant", () => {
  const output = { out: () => {}, err: () => {} };
  expect(parseBlocksOptions(["--page", "README,books", "--json"], output)).toEqual({
    pages: ["README", "books"],
    summary: "json",
  });
});
