import { readFile } from "node:fs/promises";
import { CommanderError } from "commander";
import { type Asked, parseFlags } from "./program/flags.js";
import { type Ending, usageEnding } from "./program/usage-text.js";

const terminal = { input: process.stdin, output: process.stderr };

async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Says why the program ends, if there is anything to be said. */
function say(ending: Ending | undefined): void {
  if (ending !== undefined) {
    process.stderr.write(`${ending.text}\n`);
    process.exitCode = ending.exitCode;
  }
}

/** Whoever reads what it says may have gone (`| head`): it goes on without telling anybody. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") {
        throw error;
      }
    });
  }
}

/** What is not asked for is not loaded: a slip of the pen is told at once. */
async function carryOut(asked: Asked): Promise<void> {
  if (asked.kind !== "run") {
    const { manageKeys } = await import("./program/manage-keys.js");
    process.stdout.write(await manageKeys(asked, terminal));
    return;
  }
  const { start } = await import("./program/start.js");
  await start(asked.flags, terminal, (error) => void refuse(error, asked));
}

async function refuse(error: unknown, asked: Asked): Promise<void> {
  const { endingFor } = await import("./program/ending-for.js");
  say(await endingFor(error, asked));
}

function asked(version: string): Asked | undefined {
  try {
    return parseFlags(process.argv.slice(2), version);
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    say(usageEnding(error));
    return undefined;
  }
}

/** What it writes is for its owner alone: the database makes its files by this. */
const ownerOnly = 0o077;

process.umask(ownerOnly);
outliveReaders();
const wanted = asked(await readVersion());
if (wanted !== undefined) {
  await carryOut(wanted).catch((error: unknown) => refuse(error, wanted));
}
