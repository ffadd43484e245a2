import { readFile } from "node:fs/promises";
import { type Logger, ValidationError } from "@depthwire/core";
import { describe, describeAsJson } from "./program/describe.js";
import { type Asked, parseFlags, type RunFlags } from "./program/flags.js";
import { nextFreePort } from "./program/free-port.js";
import { manageKeys } from "./program/manage-keys.js";
import { endingOf } from "./program/refusal-text.js";
import { run } from "./program/run.js";

const terminal = { input: process.stdin, output: process.stderr };

const errorOutput: Logger = {
  log: (level, event, fields) => {
    if (level === "warn" || level === "error") {
      process.stderr.write(`${level} ${event} ${JSON.stringify(fields)}\n`);
    }
  },
};

async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

async function start(flags: RunFlags): Promise<void> {
  const running = await run(flags, terminal, errorOutput);
  let isEnding = false;
  const end = (): void => {
    if (!isEnding) {
      isEnding = true;
      running.end().then(
        () => process.exit(0),
        (error: unknown) => refuse(error, undefined),
      );
    }
  };
  // Ctrl-C, the end of a service, a closed terminal.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, end);
  }
  process.stdout.write(flags.json === true ? describeAsJson(running) : describe(running));
}

/** Says why the program ends, if there is anything to be said. */
function refuse(error: unknown, freePort: number | undefined): void {
  const ending = endingOf(error, freePort);
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

/** What it writes is for its owner alone: the database makes its files by this. */
const ownerOnly = 0o077;

async function main(): Promise<void> {
  process.umask(ownerOnly);
  outliveReaders();
  let asked: Asked | undefined;
  try {
    asked = parseFlags(process.argv.slice(2), await readVersion());
    if (asked.kind === "run") {
      await start(asked.flags);
    } else {
      process.stdout.write(await manageKeys(asked, terminal));
    }
  } catch (error) {
    refuse(error, await freePortFor(error, asked));
  }
}

async function freePortFor(error: unknown, asked: Asked | undefined): Promise<number | undefined> {
  const isPort = error instanceof ValidationError && "option" in error.details && error.details.option === "port";
  return isPort && asked?.kind === "run" ? nextFreePort(asked.flags.port, asked.flags.bind) : undefined;
}

await main();
