import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastJsonOf } from "../run-program.js";
import type { SmokeReport } from "../smoke/scene.js";
import type { Trial } from "../trial.js";

const programOf = (foreign: string): string => join(foreign, "node_modules/.bin/deno");

/** What is installed is taken as it is, and nothing is fetched. */
const flags = ["run", "--allow-all", "--no-remote", "--node-modules-dir=manual"];

/** Deno, with `@depthwire/node`. */
export const denoTrial: Trial = {
  name: "deno",
  extent: "long",
  missing: ({ foreign }) => (existsSync(programOf(foreign)) ? undefined : "Deno is not installed"),
  run: async (world) => {
    const args = [...flags, "smoke/node-import.js", "."];
    return world.judge(await lastJsonOf<SmokeReport>(programOf(world.foreign), args, world), "sockets");
  },
};
