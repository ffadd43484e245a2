import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { exitCodes } from "./exit-codes.js";

const bin = fileURLToPath(new URL("../../bin/depthwire.js", import.meta.url));

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-told-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function startIn(folder: string, words: readonly string[]): ChildProcess & { readonly out: Promise<string> } {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", HOME: folder };
  const program = spawn(process.execPath, [bin, ...words], { cwd: folder, env });
  onTestFinished(() => void program.kill("SIGKILL"));
  return Object.assign(program, { out: text(program.stdout) });
}

/** Of the key that a sandbox puts down. */
async function keptIn(folder: string): Promise<readonly string[]> {
  return existsSync(join(folder, ".depthwire")) ? readdir(join(folder, ".depthwire")) : [];
}

// Windows has neither such signals nor such pipes.
describe.skipIf(process.platform === "win32")("a program that is told to end while it starts", () => {
  it.each([
    ["SIGTERM", ["sandbox", "--port", "0", "--pairs", "1", "--terms"], "{}"],
    ["SIGINT", ["sandbox", "--port", "0", "--pairs", "1", "--terms"], "{}"],
    [
      "SIGTERM",
      ["accelerator", "--venue", "http://127.0.0.1:9", "--port", "0", "--passphrase-file"],
      "correct horse\n",
    ],
  ] as const)("by %s: %j never says that it is open, and leaves nothing behind", async (signal, words, answer) => {
    const folder = await scratch();
    if (words[0] === "accelerator") {
      const put = startIn(folder, ["key", "put", "--seal", "--account", "default"]);
      put.stdin?.end("canary-key\ncanary-secret\ncorrect horse\n");
      await once(put, "exit");
    }
    // The start waits for what a pipe says: it stands in its midst for sure.
    const pipe = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    const program = startIn(folder, [...words, pipe]);
    const ended = once(program, "exit");
    const answering = await open(pipe, "w");
    program.kill(signal);
    await answering.writeFile(answer);
    await answering.close();
    expect(await ended).toEqual([exitCodes.interrupted, null]);
    expect(await program.out).toBe("");
    expect((await keptIn(folder)).filter((name) => name.startsWith("credential"))).toEqual([]);
  });

  it("and was told before its code was loaded starts nothing", async () => {
    for (const words of [
      ["sandbox", "--port", "0"],
      ["accelerator", "--sandbox", "--port", "0"],
    ]) {
      const { exitCode } = await runCommandLine(words, { signal: AbortSignal.abort() });
      expect(exitCode, words.join(" ")).toBe(exitCodes.interrupted);
    }
  });
});
