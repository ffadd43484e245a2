import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";

const example = fileURLToPath(new URL("../../../../docs/examples/generated-client/", import.meta.url));
const pair = "4BTC_USDT";
const token = "a-token-that-nobody-guesses";
const run = promisify(execFile);

// It is installed by its own lock: npm ci in docs/examples/generated-client. A check of the whole must not pass without.
const mayBeMissing = process.env["CI"] === undefined;
const isMissing = !existsSync(join(example, "node_modules/openapi-typescript"));

// Not installed on this machine.
it.skipIf(isMissing && mayBeMissing)(
  "a client is generated from /openapi.json, compiles, places an order and cancels it",
  async () => {
    const sandbox = await startSandbox({ pairs: [pair] });
    onTestFinished(() => sandbox.close());
    const accelerator = await openAccelerator({
      venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl },
      port: 0,
      token,
      credential: new Credential(sandbox.credential),
    });
    onTestFinished(() => accelerator.close());
    // In a copy: what is generated is no part of the tree.
    const folder = await mkdtemp(join(tmpdir(), "depthwire-generated-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ["package.json", "tsconfig.json", "place-and-cancel.ts"]) {
      await cp(join(example, name), join(folder, name));
    }
    await symlink(join(example, "node_modules"), join(folder, "node_modules"));
    const told = await fetch(`${accelerator.url}/openapi.json`, { headers: { "x-depthwire-token": token } });
    await writeFile(join(folder, "openapi.json"), await told.text());
    const tool = (name: string, ...args: readonly string[]): Promise<unknown> =>
      run(process.execPath, [join(example, "node_modules", name), ...args], { cwd: folder });
    await tool("openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts");
    await tool("typescript/bin/tsc");
    const program = join(folder, "dist/place-and-cancel.js");
    const { stdout } = await run(process.execPath, [program, accelerator.url, token, pair]);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^placed at \d+: open$/),
      "cancelled: 200",
      expect.stringMatching(/^assets: \{"state":/),
      "",
    ]);
  },
);
