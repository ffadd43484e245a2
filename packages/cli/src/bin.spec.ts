import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@depthwire/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { exitCodes } from "./program/exit-codes.js";

const program = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

/** Every write to it fails as on a disk without space; Linux alone has it. */
const fullDevice = "/dev/full";

interface End {
  readonly exitCode: number | null;
  readonly err: string;
}

/** Runs a command with its output on a disk that is full. */
async function runOntoFullDisk(argv: readonly string[]): Promise<End> {
  const out = openSync(fullDevice, "w");
  onTestFinished(() => closeSync(out));
  const child = spawn(process.execPath, [program, ...argv], { stdio: ["ignore", out, "pipe"] });
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, err };
}

describe.skipIf(!existsSync(fullDevice))("output that cannot be written (skipped where there is no /dev/full)", () => {
  it("is said, and the command that was done otherwise does not end with 0", async () => {
    const { exitCode, err } = await runOntoFullDisk(["call"]);
    expect(err).toMatch(/^error: output could not be written: ENOSPC[^\n]*\n$/);
    expect(exitCode).toBe(exitCodes.failed);
  });

  it("ends what goes on as Ctrl-C does, without a trace of the program", async () => {
    const sandbox = await startSandbox({ pairs: ["4BTC_USDT"] });
    onTestFinished(() => sandbox.close());
    const { exitCode, err } = await runOntoFullDisk(["tail", "depth:4BTC_USDT", "--json", "--venue", sandbox.restUrl]);
    expect(err).toContain("output could not be written: ENOSPC");
    expect(err).not.toMatch(/^ {4}at /m);
    expect(exitCode).toBe(exitCodes.failed);
  });
});

it("a reader that went away lost nothing that it wants", async () => {
  const line = `"${process.execPath}" "${program}" call | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const out = await new Promise<string>((resolve) => {
    execFile("bash", ["-c", line], (_, text) => resolve(text));
  });
  expect(out.trim().split("\n").at(-1)).toBe(String(exitCodes.done));
});
