import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { runAcceleratorKills } from "./accelerator/run-kills.js";
import { runDamage } from "./damage/run-damage.js";
import { runDiskFull } from "./disk-full/run-disk-full.js";
import { parseCrashOptions } from "./options.js";
import { runCrash } from "./run.js";

runCommand("crash", parseCrashOptions, async ({ kills, acceleratorKills, damage, diskFull }) => {
  if (acceleratorKills !== undefined) {
    return runAcceleratorKills(acceleratorKills, tellProgress);
  }
  if (kills !== undefined) {
    return runCrash(kills, tellProgress);
  }
  if (damage !== undefined) {
    return runDamage(damage, tellProgress);
  }
  return runDiskFull(diskFull ?? { whereBarred: "fail" });
});
