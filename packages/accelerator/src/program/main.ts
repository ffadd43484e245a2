import { readFile } from "node:fs/promises";
import { CommanderError } from "commander";
import { type Asked, parseFlags } from "./flags.js";
import { type Ending, usageEnding } from "./usage-text.js";

const terminal = { input: process.stdin, output: process.stderr };

/** What it writes is for its owner alone: the database makes its files by this. */
const ownerOnly = 0o077;

/**
 * The accelerator as a program of this process: reads its arguments, starts, says where it is, and ends the process when it is told to.
 *
 * @param name how it was called, for its help
 * @param told aborted where the process was told to end while the command was being loaded: then nothing is started
 * @returns the exit code where it does not run: after help, after a command about keys, where it could not start or end, and where it was
 * told to end before
 */
export async function runAcceleratorProgram(
  argv: readonly string[],
  name = "depthwire-accelerator",
  told?: AbortSignal,
): Promise<number> {
  process.umask(ownerOnly);
  outliveReaders();
  const wanted = asked(argv, await readVersion(), name);
  if ("exitCode" in wanted) {
    return say(wanted);
  }
  try {
    return await carryOut(wanted, told);
  } catch (error) {
    const { endingFor } = await import("./ending-for.js");
    return say(await endingFor(error, wanted));
  }
}

async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Says why the program ends, if there is anything to be said. */
function say({ text, exitCode }: Ending): number {
  if (text !== "") {
    process.stderr.write(`${text}\n`);
  }
  return exitCode;
}

/** Whoever reads what it says may have gone (`| head`), or the disk of its log is full: it goes on without telling anybody. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {});
  }
}

/** What is not asked for is not loaded: a slip of the pen is told at once. */
async function carryOut(asked: Asked, told: AbortSignal | undefined): Promise<number> {
  if (asked.kind !== "run") {
    const { manageKeys } = await import("./manage-keys.js");
    process.stdout.write(await manageKeys(asked, terminal));
    return 0;
  }
  const { runUntilTold } = await import("@depthwire/sandbox/internal");
  return runUntilTold(async () => {
    const { start } = await import("./start.js");
    return start(asked.flags, terminal);
  }, told?.aborted);
}

function asked(argv: readonly string[], version: string, name: string): Asked | Ending {
  try {
    return parseFlags(argv, version, name);
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return usageEnding(error) ?? { text: "", exitCode: 0 };
  }
}
