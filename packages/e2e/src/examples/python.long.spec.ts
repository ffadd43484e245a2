import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../../../docs/examples/python/trade.py", import.meta.url));
const pair = "4BTC_USDT";
const token = "a-token-that-nobody-guesses";

// A check of the whole must not pass because something is missing on its machine.
const isMissing = process.env["CI"] === undefined && spawnSync("python3", ["--version"]).status !== 0;

// There is no Python on this machine.
it.skipIf(isMissing)("trade.py looks at a book, places an order once, hears of it, and cancels it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-python-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tokenFile = join(folder, "token");
  await writeFile(tokenFile, `${token}\n`);
  const sandbox = await startSandbox({ pairs: [pair] });
  onTestFinished(() => sandbox.close());
  const accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl },
    port: 0,
    token,
    credential: new Credential(sandbox.credential),
  });
  onTestFinished(() => accelerator.close());
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", NO_PROXY: "*" };
  const { stdout } = await promisify(execFile)("python3", [program, accelerator.url, tokenFile, pair], { env });
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^\d+(\.\d+)? \/ \d+(\.\d+)?$/),
    "placed once: True",
    "cancelled",
    "refused: 400 value-invalid",
    "",
  ]);
});
