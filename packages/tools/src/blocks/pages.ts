import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, blocksOf } from "./block.js";

/**
 * Paths of the pages whose blocks users copy: README, guides, the format of markets, READMEs of packages and examples.
 *
 * @param root of the workspace
 */
export function pagesOf(root: string): readonly string[] {
  return [
    "README.md",
    ...readdirSync(join(root, "docs/guides"))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `docs/guides/${name}`),
    "docs/market-format.md",
    ...["packages", "docs/examples"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}/README.md`)
        .filter((page) => existsSync(join(root, page))),
    ),
  ];
}

/**
 * Every block of pages.
 *
 * @throws Error naming page and line where a block is not understood
 */
export function blocksOfPages(root: string, pages: readonly string[]): readonly Block[] {
  return pages.flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8")));
}
