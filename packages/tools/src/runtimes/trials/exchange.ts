import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { lastJsonOf } from "../run-program.js";
import type { Trial } from "../trial.js";

/** Plays commands that follow from a seed on the reference exchange, and prints digests of what came out. */
const program = ["packages/playground/same-bytes.mjs", "10000"];

/** The reference exchange in other runtimes: 10,000 commands give the bytes that they give in the Node of this command. */
export const exchangeTrials: readonly Trial[] = [
  exchangeTrial("node22", "node22/bin/node"),
  exchangeTrial("node24", "node24/bin/node"),
  exchangeTrial("bun", ".bin/bun"),
  exchangeTrial("deno", ".bin/deno", ["run", "--allow-read", "--allow-env", "--no-remote", "--no-lock"]),
];

function exchangeTrial(runtime: string, file: string, flags: readonly string[] = []): Trial {
  const fileIn = (foreign: string): string => join(foreign, "node_modules", file);
  return {
    name: `${runtime}-exchange`,
    extent: "long",
    missing: ({ foreign }) => (existsSync(fileIn(foreign)) ? undefined : `${runtime} is not installed`),
    run: async ({ foreign, root, timeLimitMs }) => {
      const world = { folder: root, timeLimitMs };
      const here = await lastJsonOf<object>(process.execPath, program, world);
      const there = await lastJsonOf<object>(fileIn(foreign), [...flags, ...program], world);
      return isDeepStrictEqual(there, here)
        ? undefined
        : `${JSON.stringify(there)} and not ${JSON.stringify(here)}, as Node ${process.version} has it`;
    },
  };
}
