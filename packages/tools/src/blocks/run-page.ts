import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { transform } from "esbuild";
import type { BlockWords } from "./block.js";
import { openInBrowser } from "./open-in-browser.js";
import { type RunEnd, Running } from "./running.js";

/** A block as it is run: with all that it continues. */
export interface RunnableBlock {
  /** Page and line. */
  readonly place: string;
  readonly language: string;
  readonly words: BlockWords;
  readonly text: string;
}

/** Where the blocks of a page run. */
export interface PageWorld {
  /** Of this page alone, inside the folder where the packages are installed. Absolute. */
  readonly folder: string;
  /** Where the packages' commands are. */
  readonly programs: string;
  /** The workspace. */
  readonly root: string;
  readonly limitMs: number;
}

/** A program is over when its last line was: what it left open (a venue, a server) ends with it. */
const throughOnly =
  'import { pathToFileURL } from "node:url"; await import(pathToFileURL(process.argv[1])); process.exit();';

/**
 * Runs the blocks of a page in their order. What one starts `beside` the others ends with the page.
 *
 * @returns what failed, each sentence with its place
 */
export async function runPage(blocks: readonly RunnableBlock[], world: PageWorld): Promise<readonly string[]> {
  const beside: Running[] = [];
  const failures: string[] = [];
  try {
    for (const [at, block] of blocks.entries()) {
      const failure = await runBlock(block, at, world, beside).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      if (failure !== undefined) {
        failures.push(`${block.place}: ${failure}`);
      }
    }
  } finally {
    for (const one of beside.reverse()) {
      await one.stop();
    }
  }
  return failures;
}

/** @returns what is wrong */
async function runBlock(
  { language, words, text }: RunnableBlock,
  at: number,
  world: PageWorld,
  beside: Running[],
): Promise<string | undefined> {
  if (words.file !== undefined) {
    await writeFile(join(world.folder, words.file), text);
  }
  if (language === "json") {
    const isLines = words.file?.endsWith(".ndjson") === true;
    for (const one of isLines ? text.trimEnd().split("\n") : [text]) {
      JSON.parse(one);
    }
    return undefined;
  }
  if (words.in === "page") {
    return openInBrowser(await asFile(text, at, world), world, words.until);
  }
  const [program, ...args] = await commandOf(language, text, at, world);
  const running = start(program, args, words, world);
  const end = await running.ended(words.beside ?? words.until, world.limitMs);
  if (words.beside !== undefined && end?.kind === "seen") {
    beside.push(running);
    return undefined;
  }
  await running.stop();
  return judge(end, words, running.lastWords, world.limitMs);
}

async function commandOf(
  language: string,
  text: string,
  at: number,
  world: PageWorld,
): Promise<[program: string, ...args: string[]]> {
  switch (language) {
    case "sh":
      return ["bash", "-e", "-o", "pipefail", "-c", text];
    case "python":
      return ["python3", "-u", "-c", text];
    default:
      return [
        process.execPath,
        "--no-warnings",
        "--input-type=module",
        "-e",
        throughOnly,
        await asFile(text, at, world),
      ];
  }
}

function judge(end: RunEnd | undefined, words: BlockWords, said: string, limitMs: number): string | undefined {
  const awaited = words.beside ?? words.until;
  if (end?.kind === "seen") {
    return undefined;
  }
  const lacks = awaited === undefined ? "" : `, and never printed "${awaited}"`;
  if (end === undefined) {
    return `it ran for ${limitMs / 1_000} s${lacks}: ${said}`;
  }
  const expected = Number(words.exit ?? 0);
  return awaited === undefined && end.code === expected ? undefined : `it ended with ${end.code}${lacks}: ${said}`;
}

function start(program: string, args: readonly string[], words: BlockWords, world: PageWorld): Running {
  const { PATH = "" } = process.env;
  const inRepository = words.in === "repository";
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", HOME: world.folder, REPOSITORY: world.root };
  // The workspace's own commands must not stand in for those of the packages.
  const paths = inRepository
    ? [PATH]
    : [world.programs, ...PATH.split(delimiter).filter((one) => !one.includes("node_modules"))];
  delete env["FORCE_COLOR"];
  return new Running(program, args, inRepository ? world.root : world.folder, { ...env, PATH: paths.join(delimiter) });
}

/** The program as JavaScript in the page's folder. */
async function asFile(text: string, at: number, { folder }: PageWorld): Promise<string> {
  const { code } = await transform(text, { loader: "ts", target: "node20", format: "esm" });
  const path = join(folder, `block-${at}.mjs`);
  await writeFile(path, code);
  return path;
}
