import type { PageTree, SitePage } from "./page.js";
import { pagesOf } from "./page.js";
import { pageDescription } from "./page-description.js";

const introduction = [
  "# Depthwire",
  "",
  "> TypeScript packages for one exchange service (USDT- and coin-margined derivatives, spot, wallet): exact depth books, streams, signed calls, orders whose end is known, and a reference exchange to run it all against.",
  "",
  "Prices, quantities and ids are text or exact integers everywhere, never floating point. Errors have a `code`: match on it, never on a message.",
  "A call that places an order and was cut off is never sent again: ask `resolveOrder()` what became of it.",
  "",
  'A program imports `@depthwire/node`, a web page `@depthwire/browser`: `import { connect } from "@depthwire/node"`.',
].join("\n");

/**
 * `llms.txt`: what there is, one line a page.
 *
 * @param addressOf where a page's Markdown stands
 */
export function machineIndex(trees: readonly PageTree[], addressOf: (page: SitePage) => string): string {
  const sections = trees.flatMap((tree) => [
    `## ${tree.title}`,
    pagesOf(tree)
      .slice(1)
      .map((page) => line(page, addressOf))
      .join("\n"),
  ]);
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

/** `llms-full.txt`: the pages themselves, one after the other. */
export function machineText(pages: readonly SitePage[]): string {
  const texts = pages.map(({ title, markdown }) => `# ${title}\n\n${withoutLinks(markdown)}`);
  return `${[introduction, ...texts].join("\n\n")}\n`;
}

function line(page: SitePage, addressOf: (page: SitePage) => string): string {
  return `- [${page.title}](${addressOf(page)}): ${withoutLinks(pageDescription(page))}`;
}

/** Within one text there is nothing to lead to. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:)[^()\s]+\)/g, "$1");
}
