import { readFile } from "node:fs/promises";
import { describe, describeAsJson } from "./program/describe.js";
import { endWhenTold } from "./program/end-when-told.js";
import { type Flags, parseFlags, usualPort } from "./program/flags.js";
import { refusalOf } from "./program/refusal-text.js";
import { sandboxOptionsOf } from "./program/sandbox-options.js";
import { startSandbox } from "./sandbox.js";

async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

async function run({ json, ...flags }: Flags): Promise<void> {
  const sandbox = await startSandbox(await sandboxOptionsOf(flags));
  if (flags.port === undefined && sandbox.port !== usualPort) {
    process.stderr.write(`Port ${usualPort} is taken, so the sandbox listens at ${sandbox.port}.\n`);
  }
  const end = async (): Promise<number> => {
    await sandbox.close();
    return sandbox.failure === undefined ? 0 : 1;
  };
  endWhenTold(end, (error) => refuse(error, flags));
  // The reader of this line may end the program at once.
  process.stdout.write(json === true ? describeAsJson(sandbox) : describe(sandbox, flags.data));
}

/** Says why the program ends, if there is anything to be said. */
function refuse(error: unknown, flags: Partial<Flags>): void {
  const refusal = refusalOf(error, flags);
  if (refusal === undefined) {
    return;
  }
  process.stderr.write(`${refusal.text}\n`);
  process.exitCode = refusal.exitCode;
}

/** The reader of its output may have gone (`| head`, a closed terminal): the venue goes on silently. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") {
        throw error;
      }
    });
  }
}

async function main(): Promise<void> {
  outliveReaders();
  let flags: Partial<Flags> = {};
  try {
    const parsed = parseFlags(process.argv.slice(2), await readVersion());
    flags = parsed;
    await run(parsed);
  } catch (error) {
    refuse(error, flags);
  }
}

await main();
