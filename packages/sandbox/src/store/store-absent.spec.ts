import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../bin/sandbox.js", import.meta.url));

/** Lets no module find the database, as where it was not installed. */
const hook = `export async function resolve(name, context, next) {
  if (name === "classic-level") {
    throw Object.assign(new Error("Cannot find package 'classic-level'"), { code: "ERR_MODULE_NOT_FOUND" });
  }
  return next(name, context);
}`;
const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
const register = moduleOf(
  `import { register } from "node:module"; register(${JSON.stringify(moduleOf(hook))}, import.meta.url);`,
);

it("says how to install the database where there is none, and needs it for nothing but kept data", async () => {
  const directory = await mkdtemp(join(tmpdir(), "sandbox-absent-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const run = (args: readonly string[]): ChildProcessWithoutNullStreams => {
    const program = spawn(process.execPath, ["--import", register, bin, "--port", "0", "--pairs", "1", ...args]);
    onTestFinished(() => void program.kill("SIGKILL"));
    return program;
  };
  const keeping = run(["--data", directory]);
  const [said, [code]] = await Promise.all([text(keeping.stderr), once(keeping, "exit")]);
  expect({ said, code }).toEqual({ said: expect.stringContaining("npm install classic-level@3.0.0"), code: 1 });
  expect(await readdir(directory)).toEqual([]);
  const [opened] = (await once(run([]).stdout, "data")) as [Buffer];
  expect(String(opened)).toContain("http://");
});
