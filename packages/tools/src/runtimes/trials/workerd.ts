import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "../bundle.js";
import type { SmokeReport } from "../smoke/scene.js";
import type { Trial, TrialWorld } from "../trial.js";
import { missingWorkerd, startWorkerd } from "../workerd.js";

/** Loopback is no public address: the worker is allowed it by name. */
const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-10-01",
);
`;

/** workerd, the runtime of Cloudflare Workers, with `@depthwire/browser`. */
export const workerdTrial: Trial = {
  name: "workerd",
  extent: "long",
  missing: missingWorkerd,
  run: async (world) => world.judge(await playInWorkerd(world), "sockets"),
};

async function playInWorkerd({ folder, foreign, place, timeLimitMs }: TrialWorld): Promise<SmokeReport> {
  await bundle(join(folder, "smoke/worker.js"), "worker", join(folder, "workerd/worker.js"));
  const configFile = join(folder, "workerd/config.capnp");
  await writeFile(configFile, config);
  const scene: unknown = JSON.parse(await readFile(join(folder, "scene.json"), "utf8"));
  const workerd = await startWorkerd(foreign, configFile);
  try {
    const body = JSON.stringify({ scene, place });
    const response = await fetch(workerd.address, { method: "POST", body, signal: AbortSignal.timeout(timeLimitMs) });
    const report = (await response.json()) as SmokeReport | { readonly error: string };
    if ("error" in report) {
      throw new Error(report.error);
    }
    return report;
  } finally {
    await workerd.close();
  }
}
