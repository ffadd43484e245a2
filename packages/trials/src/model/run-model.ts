import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ModelOptions } from "./options.js";
import { type ModelSummary, type ModelWay, summariseModel } from "./report.js";

/** Folder of the model's spec, from the workspace's root: what vitest runs. */
const modelFolder = "packages/stream/src/model";

/**
 * Runs the model of `packages/stream` in a vitest of its own, as often as wanted, and gathers what happened.
 *
 * @param root the workspace
 */
export async function runModel(options: ModelOptions, root: string): Promise<ModelSummary> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-model-"));
  try {
    const env = {
      ...process.env,
      MODEL_COMMANDS: String(options.commands),
      MODEL_REPORT: folder,
      FC_SEED: String(options.seed),
    };
    const vitest = join(
      dirname(createRequire(join(root, "package.json")).resolve("vitest/package.json")),
      "vitest.mjs",
    );
    const args = [vitest, "run", "--project", "stream", modelFolder];
    // What the tests say is for people: the last line of standard output is ours.
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
    const [exitCode] = (await once(child, "exit")) as [number | null];
    const ways = await readWays(folder);
    return summariseModel(ways, options.seed, exitCode === 0 && ways.length > 0 ? "sound" : "failed");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readWays(folder: string): Promise<ModelWay[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as ModelWay));
}
