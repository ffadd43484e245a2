import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Deeper than any path of the models. */
const maxDepth = 500_000;
/** A model that grew beyond this is none that a check of every change can look at. */
const timeoutMs = 240_000;

/** How spin looks at a model. */
export interface SpinOptions {
  /** Names that the model's text asks for. */
  readonly defines: readonly string[];
  /** Of the compiler. */
  readonly optimization: "-O0" | "-O2";
  /** Further options of the search. */
  readonly search?: readonly string[];
  /** Called with the folder in which all of it happens. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/**
 * Lets spin write a model's checker, compiles it and runs it, in a folder of its own. Returns what the checker says.
 *
 * @throws Error where spin or gcc is not there, or refuses the model
 */
export async function runSpin(
  file: string,
  { defines, optimization, search = [], prepare }: SpinOptions,
): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "depthwire-model-"));
  const options = { cwd, timeout: timeoutMs, maxBuffer: 16 * 2 ** 20 };
  try {
    // What a model includes is looked for beside it.
    await copyFile(file, join(cwd, "model.pml"));
    await prepare?.(cwd);
    await run("spin", [...defines.map((name) => `-D${name}`), "-a", "model.pml"], options);
    await run("gcc", [optimization, "-w", "-DSAFETY", "-DNOFAIR", "-DCOLLAPSE", "-o", "pan", "pan.c"], options);
    const { stdout } = await run(join(cwd, "pan"), [`-m${maxDepth}`, ...search], options);
    return stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error("spin or gcc is not there: apt-get install -y --no-install-recommends spin gcc", {
        cause: error,
      });
    }
    throw error;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
