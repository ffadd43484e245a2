import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { runDamage } from "./damage/run-damage.js";
import { runDiskFull } from "./disk-full/run-disk-full.js";
import { parseCrashOptions } from "./options.js";
import { runCrash } from "./run.js";

runCommand("crash", parseCrashOptions, async ({ kills, damage, diskFull }) => {
  if (kills !== undefined) {
    return runCrash(kills, tellProgress);
  }
  if (damage !== undefined) {
    return runDamage(damage, tellProgress);
  }
  return runDiskFull(diskFull ?? { whereBarred: "fail" });
});
