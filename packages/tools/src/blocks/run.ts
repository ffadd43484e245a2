import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CommandOutcome } from "../command-line/outcome.js";
import { withInstalledPackages } from "../installed/installed-packages.js";
import type { Block } from "./block.js";
import { checkCopiedExamples, checkTypes } from "./check-types.js";
import type { BlocksOptions } from "./options.js";
import { blocksOfPages, pagesOf } from "./pages.js";
import type { RunnableBlock } from "./run-page.js";
import { type PlacedBlock, runPages } from "./run-pages.js";
import { placeOf, wholeText } from "./whole-text.js";

/** What the pages' blocks came to. */
export interface BlocksSummary {
  /** Shown to readers, in every language that is code. */
  readonly blocks: number;
  readonly failed: number;
  readonly skipped: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
}

/** What a page may use beside the packages: declarations of Node, a bundler, the peers that guides name. */
const besidePackages = ["@types/node", "esbuild", "ws", "@types/ws"] as const;
const languages: ReadonlySet<string> = new Set(["ts", "js", "sh", "python", "json"]);

/**
 * Type-checks and runs the blocks of the pages, against the packages as they are published.
 *
 * @param root the workspace
 * @param progress hears of each page
 * @throws Error where a page has a block that is not understood
 */
export async function runBlocks(
  options: BlocksOptions,
  root: string,
  progress: (text: string) => void,
): Promise<CommandOutcome<BlocksSummary>> {
  const all = blocksOfPages(root, pagesOf(root));
  const pages = pagesOf(root).filter(
    (page) => options.pages.length === 0 || options.pages.some((part) => page.includes(part)),
  );
  const chosen = all.filter(({ page }) => pages.includes(page));
  const tarballs = options.tarballs === undefined ? undefined : resolve(options.tarballs);
  const failures = await withInstalledPackages(root, tarballs, versionsOf(besidePackages, root), async ({ folder }) => {
    const runnable = chosen.filter(isRun).map((block): PlacedBlock => ({ page: block.page, ...asRun(block, all) }));
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    return [
      ...unknownLanguages(chosen),
      ...checkTypes(typedPrograms(chosen, all), folder, examplesOf(root), compiler),
      ...checkCopiedExamples(join(root, "docs/examples"), folder, compiler),
      ...(await runPages(runnable, { folder, root }, progress)),
    ];
  });
  return outcomeOf(chosen, failures);
}

/** As the workspace has them. */
function versionsOf(names: readonly string[], root: string): readonly string[] {
  return names.map((name) => {
    const text = readFileSync(join(root, "node_modules", name, "package.json"), "utf8");
    return `${name}@${(JSON.parse(text) as { version: string }).version}`;
  });
}

function examplesOf(root: string): readonly string[] {
  const folder = join(root, "docs/examples");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function unknownLanguages(blocks: readonly Block[]): readonly string[] {
  return blocks
    .filter(({ language, words }) => !languages.has(language) && words.skip === undefined)
    .map((block) => `${placeOf(block)}: nobody knows how ${block.language} is run here: say skip= and why`);
}

/** Those that are not run, too: a reader copies them all the same. */
function typedPrograms(blocks: readonly Block[], all: readonly Block[]) {
  return blocks
    .filter(({ language, isShown }) => language === "ts" && isShown)
    .map((block) => ({
      place: placeOf(block),
      text: wholeText(block, all),
      runsIn: block.words.in === "page" ? ("page" as const) : ("node" as const),
    }));
}

/** What stands in a comment under a name is run with those that continue it. */
function isRun({ isShown, language, words }: Block): boolean {
  return words.skip === undefined && languages.has(language) && (isShown || words.name === undefined);
}

function asRun(block: Block, all: readonly Block[]): RunnableBlock {
  return { place: placeOf(block), language: block.language, words: block.words, text: wholeText(block, all) };
}

function outcomeOf(blocks: readonly Block[], failures: readonly string[]): CommandOutcome<BlocksSummary> {
  const shown = blocks.filter(({ isShown }) => isShown);
  const skipped = shown.flatMap(({ page, line, words }) =>
    words.skip === undefined ? [] : [{ file: page, line, reason: words.skip }],
  );
  const failed = new Set(failures.map((failure) => /^[^:]+:\d+/.exec(failure)?.[0] ?? failure)).size;
  return {
    summary: { blocks: shown.length, failed, skipped },
    text: [
      ...skipped.map(({ file, line, reason }) => `${file}:${line} is not run: ${reason}`),
      `${shown.length} blocks, ${failed} failed, ${skipped.length} not run`,
    ].join("\n"),
    failures,
  };
}
