import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { exitCodes } from "../../program/exit-codes.js";

const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));

it("a sandbox that cannot put its key down runs without the file and says so, unless the file was asked for", async () => {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-unwritable-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // A file where the folder of the key would stand: that stops whoever runs the specs, root too.
  await writeFile(join(folder, ".depthwire"), "");
  const start = (...words: readonly string[]) => {
    const program = spawn(process.execPath, [bin, "sandbox", "--port", "0", "--pairs", "1", "--json", ...words], {
      cwd: folder,
    });
    onTestFinished(() => void program.kill("SIGKILL"));
    return { program, err: text(program.stderr), ended: once(program, "exit") };
  };
  const usual = start();
  const [line] = (await once(usual.program.stdout, "data")) as [Buffer];
  expect(JSON.parse(line.toString())).not.toHaveProperty("credentialFile");
  usual.program.kill("SIGTERM");
  expect(await usual.ended).toEqual([exitCodes.done, null]);
  expect(await usual.err).toMatch(/^The key is in no file, for \.depthwire\/credential\.json cannot be written \(E/);
  const asked = start("--credential-file", join(".depthwire", "key.json"));
  expect(await asked.ended).toEqual([exitCodes.usage, null]);
  expect(await asked.err).toMatch(
    /^--credential-file \.depthwire\/key\.json: it must be a file that can be written \(E/,
  );
});
