import { posix } from "node:path";
import type { Sentences } from "../api-docs/sentences.js";
import { type LinkTargets, writeLinks } from "./document-links.js";
import { machineIndex, machineText } from "./machine-text.js";
import { type PageTree, pagesOf, type SitePage } from "./page.js";
import { listPath } from "./reference-paths.js";
import { referenceTree } from "./reference-tree.js";
import { documentTrees, readDocument } from "./repository-documents.js";

/** A file of the folder that the site is built from. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

/** Everything that the site is built from, besides TypeDoc's own pages. */
export interface SiteSource {
  /** Pages as TypeDoc reads them: front matter with the pages below, links that lead somewhere. */
  readonly pages: readonly SiteFile[];
  /** Paths of the pages that navigation begins with, in its order. */
  readonly top: readonly string[];
  /** Files of the repository that pages show or let a reader download. */
  readonly carried: readonly string[];
  /** What machines read: `llms.txt`, `llms-full.txt` and the Markdown of each page. */
  readonly forMachines: readonly SiteFile[];
  /** The same within a published package: `llms.txt` and `llms-full.txt`, of guides, operations, channels and limits. */
  readonly forPackages: readonly SiteFile[];
}

/** Where a package has the text of all its pages. */
const packageText = "llms-full.txt";

/**
 * @param root the repository's folder
 * @param sentences comments of the descriptors
 */
export function siteSource(root: string, sentences: Sentences): SiteSource {
  const [guides, ...others] = documentTrees(root);
  const reference = referenceTree(sentences);
  const trees = guides === undefined ? [reference] : [guides, reference, ...others];
  const start: PageTree = { ...readDocument(root, "README.md"), children: [] };
  const all = [start, ...trees.flatMap(pagesOf)];
  const targets: LinkTargets = { root, pages: new Set(all.map(({ path }) => path)), carried: new Set() };
  const pages = all.map((page) => ({ path: page.path, text: pageText(page, targets) }));
  return {
    pages,
    top: trees.map(({ path }) => path),
    carried: [...targets.carried].toSorted(),
    forMachines: forMachines(trees, all),
    forPackages: forPackages(guides === undefined ? [] : [guides], reference),
  };
}

function pageText(page: PageTree, targets: LinkTargets): string {
  const text = writeLinks(page.markdown, page.path, targets);
  if (page.children.length === 0) {
    return `${text}\n`;
  }
  const children = page.children.map(
    (child) =>
      `  ${JSON.stringify(child.title)}: ${JSON.stringify(posix.relative(posix.dirname(page.path), child.path))}`,
  );
  return `---\nchildren:\n${children.join("\n")}\n---\n\n${text}\n`;
}

function forMachines(trees: readonly PageTree[], all: readonly SitePage[]): readonly SiteFile[] {
  const markdownPath = ({ path }: SitePage) => `markdown/${path}`;
  return [
    { path: "llms.txt", text: machineIndex(trees, markdownPath) },
    { path: "llms-full.txt", text: machineText(all) },
    ...all.map((page) => ({ path: markdownPath(page), text: `# ${page.title}\n\n${page.markdown}\n` })),
  ];
}

/** Whoever writes against an installed package needs how to use it and what may be called; the rest stands on the site. */
function forPackages(guides: readonly PageTree[], reference: PageTree): readonly SiteFile[] {
  const wanted = new Set([listPath("operations"), listPath("channels"), listPath("limits")]);
  const called = { ...reference, children: reference.children.filter(({ path }) => wanted.has(path)) };
  const pages = [...guides, ...called.children].flatMap(pagesOf);
  return [
    { path: "llms.txt", text: machineIndex([...guides, called], () => packageText) },
    { path: packageText, text: machineText(pages) },
  ];
}
