import { readFile } from "node:fs/promises";
import { type PageWorld, type RunnableBlock, runPage } from "./run-page.js";

/** What a page's process is told. */
export interface PageTask {
  readonly blocks: readonly RunnableBlock[];
  readonly world: PageWorld;
}

// The blocks of one page, in a process of its own: it may have a network of its own. Its last line is what failed.
const { blocks, world } = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as PageTask;
process.stdout.write(`${JSON.stringify(await runPage(blocks, world))}\n`);
