import { readFile } from "node:fs/promises";
import { ValidationError } from "@depthwire/core";
import { operatorTokenVariable } from "../guard/guard-flags.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { type PutCredential, putCredential } from "./credential-file.js";
import { describe, describeAsJson } from "./describe.js";
import { runUntilTold, type StartedProgram } from "./end-when-told.js";
import { exportRecords } from "./export-records.js";
import { type Flags, parseFlags } from "./flags.js";
import { JsonFiles } from "./json-files.js";
import { type Printed, printScenarios } from "./list-scenarios.js";
import { refusalOf } from "./refusal-text.js";
import { type MarketParts, sandboxOptionsOf } from "./sandbox-options.js";
import { steerClock } from "./steer-clock.js";
import { steerSnapshots } from "./steer-snapshots.js";
import { usualPort } from "./usual-port.js";

async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** What a command that contains the sandbox adds to it. */
export interface ProgramParts extends MarketParts {
  /** How it was called, for its help; `depthwire-sandbox` by default. */
  readonly name?: string;
  /** Where the demo account's key is put where the command line names no place; nowhere by default. */
  readonly credentialFile?: string;
  /** What stands in front of its description, for people. */
  readonly introduction?: string;
  /** Aborted where the process was told to end while the command was being loaded: then nothing is started. */
  readonly told?: AbortSignal;
  /** Called once while it ends. */
  readonly onEnd?: () => Promise<void>;
}

async function start(flags: Flags, files: JsonFiles, parts: ProgramParts): Promise<StartedProgram> {
  const { json, credentialFile: asked, ...rest } = flags;
  const sandbox = await startSandbox(await sandboxOptionsOf(rest, files, parts));
  const credentialFile = await putKey(asked, parts.credentialFile, sandbox);
  return {
    // The reader of this may end the program at once.
    announce: () => {
      if (flags.port === undefined && sandbox.port !== usualPort) {
        process.stderr.write(`Port ${usualPort} is taken, so the sandbox listens at ${sandbox.port}.\n`);
      }
      const words = `${parts.introduction ?? ""}${describe(sandbox, flags.data, credentialFile?.path)}`;
      process.stdout.write(json === true ? describeAsJson(sandbox, credentialFile?.path) : words);
    },
    end: async () => {
      if (flags.data !== undefined) {
        process.stderr.write(
          `Closing: what happened is written to ${flags.data}. The port is free before that is done …\n`,
        );
      }
      await parts.onEnd?.();
      // While the port is this sandbox's, so is the file: who starts at the same port later has the same key in the same directory.
      credentialFile?.remove();
      await sandbox.close();
      return sandbox.failure === undefined ? 0 : 1;
    },
  };
}

/**
 * Puts the demo account's key down.
 *
 * @param usual where, if the command line names no place: a sandbox runs without this file, too
 * @throws ValidationError `option-invalid` for a named place that cannot be written; the sandbox is closed then
 */
async function putKey(
  asked: string | undefined,
  usual: string | undefined,
  sandbox: Sandbox,
): Promise<PutCredential | undefined> {
  try {
    return await putCredential(asked ?? usual, sandbox);
  } catch (cause) {
    if (asked !== undefined) {
      await sandbox.close();
      const rule = "a file that can be written";
      throw new ValidationError("option-invalid", { option: "credentialFile", rule }, { cause });
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(
      `The key is in no file, for ${usual} cannot be written (${why}). --credential-file FILE names another place.\n`,
    );
    return undefined;
  }
}

/** The reader of its output may have gone (`| head`, a closed terminal), or the disk of its log is full: the venue goes on silently. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {});
  }
}

const usualName = "depthwire-sandbox";

/** What is printed in place of starting; nothing where the words are options. */
async function printedInstead([word, ...rest]: readonly string[], name: string): Promise<Printed | undefined> {
  if (word === "scenarios") {
    return printScenarios(rest);
  }
  const token = process.env[operatorTokenVariable];
  if (word === "snapshots") {
    return steerSnapshots(rest, name, token);
  }
  if (word === "clock") {
    return steerClock(rest, name, token);
  }
  return word === "export" ? exportRecords(rest, name, token) : undefined;
}

/**
 * The sandbox as a program of this process: reads its arguments, starts, says where it is, and ends the process when it is told to.
 *
 * @returns the exit code where it does not run: after help, where it could not start or end, and where it was told to end before
 */
export async function runSandboxProgram(argv: readonly string[], parts: ProgramParts = {}): Promise<number> {
  outliveReaders();
  const printed = await printedInstead(argv, parts.name ?? usualName);
  if (printed !== undefined) {
    (printed.exitCode === 0 ? process.stdout : process.stderr).write(printed.text);
    return printed.exitCode;
  }
  let flags: Partial<Flags> = {};
  const files = new JsonFiles();
  try {
    const parsed = parseFlags(argv, await readVersion(), parts.name ?? usualName);
    flags = parsed;
    return await runUntilTold(() => start(parsed, files, parts), parts.told?.aborted);
  } catch (error) {
    const refusal = refusalOf(error, flags, (option) => files.placeOf(option));
    if (refusal === undefined) {
      return 0;
    }
    process.stderr.write(`${refusal.text}\n`);
    return refusal.exitCode;
  }
}
