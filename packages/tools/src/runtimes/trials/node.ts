import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastJsonOf } from "../run-program.js";
import type { SmokeReport } from "../smoke/scene.js";
import type { Trial, TrialWorld } from "../trial.js";

/** The packages' floor; the command itself runs on it. */
const floor = 20;

/** Node in three versions, with the packages imported and required. */
export const nodeTrials: readonly Trial[] = [floor, 22, 24].flatMap((major) => [
  nodeTrial(major, "esm"),
  nodeTrial(major, "require"),
]);

function nodeTrial(major: number, form: "esm" | "require"): Trial {
  return {
    name: `node${major}-${form}`,
    extent: major === floor ? "short" : "long",
    missing: ({ foreign }) => {
      if (major === floor) {
        return process.version.startsWith(`v${floor}.`) ? undefined : `this machine has Node ${process.version}`;
      }
      return existsSync(programOf(major, foreign)) ? undefined : "there is no package of it for this machine";
    },
    run: async (world) => {
      const program = major === floor ? process.execPath : programOf(major, world.foreign);
      return world.judge(await lastJsonOf<SmokeReport>(program, argumentsOf(form, world), world), "sockets");
    },
  };
}

function programOf(major: number, foreign: string): string {
  return join(foreign, `node_modules/node${major}/bin/node`);
}

/** Node itself would load the sandbox's store only where it is asked for, so every package can be required. */
function argumentsOf(form: "esm" | "require", { packages }: TrialWorld): string[] {
  return form === "esm"
    ? ["smoke/node-import.js", "."]
    : ["--no-warnings", "smoke/node-require.cjs", ".", JSON.stringify(packages)];
}
