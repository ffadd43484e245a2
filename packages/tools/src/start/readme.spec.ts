import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { replaceCredentialFile, usualCredentialFile } from "./credential-file.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The README's programs, each with the words that it must print. */
const programs = [/seq \d+: [\d.]+ @ [\d.]+ \| [\d.]+ @ [\d.]+, spread/, /coin: 'USDT'/];

it("the README's programs run as they stand there, but for port and place", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  const snippets = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
  expect(snippets.length).toBe(programs.length);
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const file = join(folder, "credential.json");
  await replaceCredentialFile(file, sandbox.credential);
  for (const [i, code] of snippets.entries()) {
    const program = code.replaceAll("8090", String(sandbox.port)).replaceAll(usualCredentialFile, file);
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
    });
    expect(stdout).toMatch(programs[i] ?? "");
  }
}, 60_000);
