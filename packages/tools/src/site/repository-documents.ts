import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { block, type PageTree, paragraphs, type SitePage } from "./page.js";
import { link } from "./reference-paths.js";

/** Guides in the order in which a newcomer needs them; others follow by name. */
const guideOrder = [
  "try-it-here",
  "command",
  "books",
  "streams",
  "recordings",
  "trading",
  "market-orders",
  "positions",
  "limits-and-halts",
  "account-events",
  "restarts",
  "signing",
  "one-trader",
  "market-making",
  "sandbox",
  "paper-trading",
  "testing",
  "models",
  "accelerator",
  "dashboard",
  "agents",
  "browser",
  "threads",
  "performance",
  "runtimes",
  "embedding",
  "small-bundles",
  "many-machines",
  "from-ccxt",
  "from-your-own-client",
  "security",
  "versions",
  "moved-names",
];

/** The documents that are about the project itself. */
const projectDocuments = [
  "docs/architecture.md",
  "docs/errors.md",
  "docs/spec/glossary.md",
  "docs/spec/open-points.md",
  "docs/spec/json-policies.md",
  "docs/recording-format.md",
  "docs/market-format.md",
  "benchmarks/BENCHMARKS.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "docs/release.md",
  "docs/reliability.md",
  "docs/simulation.md",
  "SECURITY.md",
];

/** Languages by the ending of an example's file. */
const exampleLanguages: Readonly<Record<string, string>> = {
  ts: "ts",
  html: "html",
  css: "css",
  py: "python",
  sh: "sh",
  sql: "sql",
};

/** Guides, examples, decisions and the documents about the project, as they stand in the repository. */
export function documentTrees(root: string): readonly PageTree[] {
  return [
    folderTree("Guides", "Guides.md", "How to do what, with code that works as it stands.", guides(root)),
    folderTree("Examples", "Examples.md", "Whole programs; the tests run them against the sandbox.", examples(root)),
    folderTree(
      "Decisions",
      "Decisions.md",
      "Why things are as they are: what was measured, chosen and left.",
      markdownIn(root, "docs/decisions"),
    ),
    folderTree(
      "Project",
      "Project.md",
      "How it is built, what is measured, what the specification leaves open.",
      projectDocuments.map((path) => readDocument(root, path)),
    ),
  ];
}

/** A Markdown file of the repository; its first heading is its title. */
export function readDocument(root: string, path: string): SitePage {
  const text = withoutBlockWords(readFileSync(join(root, path), "utf8").replace(/^<!--.*?-->\s*/s, ""));
  const heading = /^# (.*)\n/.exec(text);
  if (heading?.[1] === undefined) {
    throw new Error(`${path} does not begin with a heading`);
  }
  return { path, title: heading[1].replaceAll("`", ""), markdown: text.slice(heading[0].length).trim() };
}

/** What `npm run blocks` reads, behind a block's language and in comments, is not for readers. */
function withoutBlockWords(markdown: string): string {
  return markdown.replaceAll(/^<!-- (?:ts|js|sh|json)\b.*?^-->\n+/gms, "").replaceAll(/^```([a-z]+) .*$/gm, "```$1");
}

function folderTree(title: string, path: string, sentence: string, pages: readonly SitePage[]): PageTree {
  return {
    path,
    title,
    markdown: paragraphs(sentence, pages.map((page) => `- ${link(page.title, path, page.path)}`).join("\n")),
    children: pages.map((page) => ({ ...page, children: [] })),
  };
}

function guides(root: string): readonly SitePage[] {
  const place = ({ path }: SitePage) => {
    const index = guideOrder.indexOf(path.replace(/^docs\/guides\/|\.md$/g, ""));
    return index < 0 ? guideOrder.length : index;
  };
  return markdownIn(root, "docs/guides").toSorted((a, b) => place(a) - place(b));
}

function markdownIn(root: string, folder: string): readonly SitePage[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  return names.toSorted().map((name) => readDocument(root, `${folder}/${name}`));
}

/** What there is, then each program as a page; a folder of several is one page with its README and its files. */
function examples(root: string): readonly SitePage[] {
  const folder = "docs/examples";
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const pages = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return [exampleFolder(root, path)];
    }
    return isProgram(entry.name) ? [{ path: `${path}.md`, title: entry.name, markdown: programText(root, path) }] : [];
  });
  return [{ ...readDocument(root, `${folder}/README.md`), title: "Which example for what" }, ...pages];
}

function exampleFolder(root: string, path: string): SitePage {
  const names = readdirSync(join(root, path)).toSorted();
  const files = names.filter(isProgram).flatMap((name) => [`## ${name}`, programText(root, `${path}/${name}`)]);
  const name = path.replace(/^.*\//, "");
  if (!names.includes("README.md")) {
    return { path: `${path}/README.md`, title: name, markdown: paragraphs(...files) };
  }
  const readme = readDocument(root, `${path}/README.md`);
  return { ...readme, markdown: paragraphs(readme.markdown, ...files) };
}

function isProgram(name: string): boolean {
  return exampleLanguages[endingOf(name)] !== undefined;
}

function programText(root: string, path: string): string {
  return block(exampleLanguages[endingOf(path)] ?? "text", readFileSync(join(root, path), "utf8").trimEnd());
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
