import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type LinkTargets, writeLinks } from "./document-links.js";

/** A repository with two guides, of which the site has one, a picture, a program and a package. */
function repository(): LinkTargets {
  const root = mkdtempSync(join(tmpdir(), "links-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of [
    "docs/guides/one.md",
    "docs/guides/two.md",
    "docs/picture.webp",
    "packages/core/src/a.ts",
    "packages/core/src/index.ts",
    "packages/tool/src/bin.ts",
  ]) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  return { root, pages: new Set(["docs/guides/one.md", "README.md"]), carried: new Set() };
}

describe("links of a document", () => {
  it.each([
    ["to a page", "[One](guides/one.md#a-heading)", "[One](guides/one.md#a-heading)"],
    [
      "to the same page by its published address",
      "[One](https://github.com/depthwire/depthwire/blob/main/docs/guides/one.md)",
      "[One](guides/one.md)",
    ],
    ["to a package, as its own page", "[core](../packages/core)", "{@link @depthwire/core! | core}"],
    [
      "to a package that is a command alone, in the repository",
      "[tool](../packages/tool)",
      "[tool](https://github.com/depthwire/depthwire/tree/main/packages/tool)",
    ],
    [
      "to a file that is no page, in the repository",
      "[two](guides/two.md#x)",
      "[two](https://github.com/depthwire/depthwire/blob/main/docs/guides/two.md#x)",
    ],
    [
      "to a folder, in the repository",
      "[sources](../packages/core/src)",
      "[sources](https://github.com/depthwire/depthwire/tree/main/packages/core/src)",
    ],
    ["to a heading of its own", "[above](#above)", "[above](#above)"],
    ["elsewhere", "[nx](https://nx.dev)", "[nx](https://nx.dev)"],
    ["in a block of code, which stays", "```md\n[none](none.md)\n```", "```md\n[none](none.md)\n```"],
  ])("lead %s", (_, written, expected) => {
    expect(writeLinks(written, "docs/start.md", repository())).toBe(expected);
  });

  it("to a picture are kept, and the site carries the picture", () => {
    const targets = repository();
    expect(writeLinks("![It](../picture.webp)", "docs/guides/one.md", targets)).toBe("![It](../picture.webp)");
    expect([...targets.carried]).toEqual(["docs/picture.webp"]);
  });

  it("to nothing are refused, with the document's name", () => {
    expect(() => writeLinks("see [it](gone.md)", "docs/start.md", repository())).toThrow(
      "docs/start.md: a link leads to docs/gone.md, which is not there",
    );
  });
});
