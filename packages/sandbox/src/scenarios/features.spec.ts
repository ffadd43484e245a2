import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const guides = new URL("docs/guides/", root);
const heading = "## What there is, and where it is tried";

function textOf(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, guides)), "utf8");
}

/** As pages name their headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .trim()
    .replaceAll(" ", "-");
}

/** The text of a page below a heading, up to the next one of its height. */
function sectionOf(page: string, anchor: string): string | undefined {
  const parts = textOf(page).split(/^(?=##+ )/m);
  return parts.find((part) => anchorOf(/^##+ (.*)/.exec(part)?.[1] ?? "") === anchor);
}

interface Feature {
  readonly feature: string;
  readonly page: string;
  readonly anchor: string;
  readonly scripts: readonly string[];
  readonly example: string;
}

const features = (textOf("testing.md").split(heading)[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ["))
  .map((line): Feature => {
    const [, name = "", scripts = "", example = ""] = line.split(" | ").join("|").split("|");
    const [, feature = "", page = "", anchor = ""] = /\[(.*?)\]\((.*?)#(.*?)\)/.exec(name) ?? [];
    const paths = [...scripts.matchAll(/`(.*?)`/g)].map(([, path]) => path ?? "");
    return { feature, page: page || "testing.md", anchor, scripts: paths, example: example.trim() };
  });

/** Features that a venue must have at least. */
const known = 12;

describe("the guide's table of what a tester can ask of the venue", () => {
  it("has every feature once", () => {
    expect(features.length).toBeGreaterThanOrEqual(known);
    expect(new Set(features.map(({ feature }) => feature)).size).toBe(features.length);
  });

  it.each(features)("$feature: has a page, and scripts that are played", ({ page, anchor, scripts }) => {
    expect(sectionOf(page, anchor), `${page}#${anchor}`).toBeDefined();
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) {
      const [folder = "", name = ""] = path.split("/");
      // Whatever has this name there is played by scenarios.spec.ts.
      expect(readdirSync(new URL(`${folder}/`, import.meta.url)), path).toContain(`${name}.script.spec-kit.ts`);
    }
  });

  it.each(features)("$feature: has an example that is run", ({ example, page, anchor }) => {
    const [, file] = /\]\((\.\..*?)\)/.exec(example) ?? [];
    if (file !== undefined) {
      expect(existsSync(fileURLToPath(new URL(file, guides))), file).toBe(true);
      return;
    }
    expect(example).toBe("on its page");
    // Every block is run, except those that say why not; `npm run blocks` does.
    const blocks = [...(sectionOf(page, anchor) ?? "").matchAll(/^```(ts|js|sh)(.*)$/gm)];
    expect(blocks.filter(([, , how]) => !how?.includes("skip=")).length).toBeGreaterThan(0);
  });
});
