import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputOf } from "../release/program.js";
import { hasOwnNetworks, inOwnNetwork } from "./own-network.js";
import type { PageTask } from "./page-entry.js";
import type { RunnableBlock } from "./run-page.js";

/** A block and the page that it stands on. */
export interface PlacedBlock extends RunnableBlock {
  readonly page: string;
}

/** Where pages run. */
export interface Workbench {
  /** Where the packages are installed. Absolute. */
  readonly folder: string;
  /** The workspace. */
  readonly root: string;
}

const blockLimitMs = 60_000;
/** Pages that run at a time where each has a network of its own. */
const pagesAtOnce = 2;

/**
 * Runs the blocks of each page in their order, each page in a folder of its own.
 *
 * @param progress hears of each page
 * @returns what failed, each sentence with its place
 */
export async function runPages(
  blocks: readonly PlacedBlock[],
  workbench: Workbench,
  progress: (text: string) => void,
): Promise<readonly string[]> {
  const isApart = hasOwnNetworks();
  const waiting = [...new Set(blocks.map(({ page }) => page))];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const own = blocks.filter((block) => block.page === page);
      const found = await runApart(page, own, workbench, isApart);
      progress(`${page}: ${own.length} blocks, ${found.length === 0 ? "all as shown" : `${found.length} FAILED`}`);
      failures.push(...found);
    }
  };
  await Promise.all(Array.from({ length: isApart ? pagesAtOnce : 1 }, work));
  return failures;
}

/** In a process of its own, so that it may have a network of its own. */
async function runApart(
  page: string,
  blocks: readonly RunnableBlock[],
  workbench: Workbench,
  isApart: boolean,
): Promise<readonly string[]> {
  const folder = join(workbench.folder, "pages", page.replaceAll("/", "-").replace(/\.md$/, ""));
  await mkdir(folder, { recursive: true });
  const programs = join(workbench.folder, "node_modules/.bin");
  const task: PageTask = { blocks, world: { folder, programs, root: workbench.root, limitMs: blockLimitMs } };
  const told = `${folder}.json`;
  await writeFile(told, JSON.stringify(task));
  const entry = fileURLToPath(new URL("./page-entry.js", import.meta.url));
  const { program, args } = inOwnNetwork({ program: process.execPath, args: [entry, told] }, isApart);
  const said = await outputOf(program, args, folder);
  return JSON.parse(said.trim().split("\n").at(-1) ?? "[]") as readonly string[];
}
