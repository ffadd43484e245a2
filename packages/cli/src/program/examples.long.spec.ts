import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, writeCredentialFile } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandEnd, runCommandLine } from "../command-scene.spec-kit.js";
import { commands } from "../commands/index.js";
import { exitCodes } from "./exit-codes.js";

const bin = fileURLToPath(new URL("../../bin/depthwire.js", import.meta.url));

let sandbox: Sandbox;
let folder: string;

/** The scene that examples are written for: a venue, its key, and a recording of it. */
beforeAll(async () => {
  sandbox = await startSandbox({ requestsPerWindow: 0 });
  folder = await mkdtemp(join(tmpdir(), "depthwire-examples-"));
  await mkdir(join(folder, ".depthwire"), { mode: 0o700 });
  await writeCredentialFile(join(folder, ".depthwire", "credential.json"), sandbox.credential);
  await writeFile(join(folder, "passphrase"), "correct horse battery\n", { mode: 0o600 });
  await recordSomething();
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function recordSomething(): Promise<void> {
  const directory = join(folder, "recording");
  const venue = connect({ addresses: [sandbox.pushUrl], shards: 0, record: { directory } });
  let seen = 0;
  for await (const { status } of venue.book("4BTC_USDT")) {
    seen += status === "live" ? 1 : 0;
    if (seen === 10) {
      break;
    }
  }
  await venue.close();
}

/** The words of a line as a shell would split them; where its output goes is left out. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
  const redirected = words.indexOf(">");
  return redirected === -1 ? words : words.slice(0, redirected);
}

/** Commands that go on until somebody ends them, unless an option says how far they go. */
const followers = ["book", "tail", "record", "replay"];

/** A follower is ended, as Ctrl-C ends it, once it has said something. */
async function carryOut(line: string): Promise<CommandEnd> {
  let input = "";
  let end: CommandEnd | undefined;
  for (const part of line.split(" | depthwire ")) {
    const stop = new AbortController();
    const isFollower = followers.some((name) => part.startsWith(`${name} `));
    end = await runCommandLine(wordsOf(part), {
      environment: { DEPTHWIRE_VENUE: sandbox.restUrl },
      home: folder,
      workingDirectory: folder,
      input,
      signal: stop.signal,
      onOut: () => isFollower && stop.abort(),
    });
    input = end.out;
  }
  if (end === undefined) {
    throw new Error("a line without a command");
  }
  return end;
}

describe("the examples in the help", () => {
  const inProcess = commands.filter(({ group }) => group !== "programs" && group !== "machines");
  const lines = inProcess.flatMap(({ name, examples }) => examples.map(({ line }) => ({ name, line })));

  it.each(lines)("depthwire $line", async ({ name, line }) => {
    expect(line.startsWith(name)).toBe(true);
    expect(await carryOut(line)).toMatchObject({ exitCode: exitCodes.done });
  });

  const programs = commands.filter(({ group }) => group === "programs");

  it.each(programs.flatMap(({ examples }) => examples.map(({ line }) => line)))("depthwire %s", async (line) => {
    const cwd = await mkdtemp(join(folder, "program-"));
    await cp(join(folder, "recording"), join(cwd, "recording"), { recursive: true });
    const environment = { ...process.env, DEPTHWIRE_VENUE: sandbox.restUrl, HOME: cwd };
    const program: ChildProcess = spawn(process.execPath, [bin, ...wordsOf(line)], { cwd, env: environment });
    const said: string[] = [];
    program.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    const first = new Promise<void>((resolve) => program.stdout?.once("data", () => resolve()));
    const ended = once(program, "exit");
    await Promise.race([first, ended]);
    program.kill("SIGINT");
    const [code] = (await ended) as [number];
    expect({ code, said: code === 0 ? "" : said.join("") }).toEqual({ code: 0, said: "" });
  });

  it("belong to every command", () => {
    expect(commands.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([]);
  });
});
