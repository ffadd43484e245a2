import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastJsonOf } from "../run-program.js";
import type { SmokeReport } from "../smoke/scene.js";
import type { Trial } from "../trial.js";

const programOf = (foreign: string): string => join(foreign, "node_modules/.bin/bun");

/** Bun, with `@depthwire/node`. */
export const bunTrial: Trial = {
  name: "bun",
  extent: "long",
  missing: ({ foreign }) => (existsSync(programOf(foreign)) ? undefined : "Bun is not installed"),
  run: async (world) =>
    world.judge(
      await lastJsonOf<SmokeReport>(programOf(world.foreign), ["smoke/node-import.js", "."], world),
      "sockets",
    ),
};
