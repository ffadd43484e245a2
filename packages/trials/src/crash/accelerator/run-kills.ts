import { seededRandom } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { runKillLane } from "./kill-lane.js";
import type { AcceleratorKills } from "./kill-options.js";
import { KillTally, reportKills } from "./kill-tally.js";

/** Kills accelerators amid orders, and holds what their clients were told against the venue. @param progress hears how far it is */
export async function runAcceleratorKills(
  options: AcceleratorKills,
  progress: (text: string) => void,
): Promise<CommandOutcome> {
  const tally = new KillTally();
  const begunMs = performance.now();
  const watch = setInterval(() => progress(`${tally.kills} of ${options.kills} kills`), 10_000);
  try {
    const lanes = Array.from({ length: Math.min(options.lanes, options.kills) }, (_, lane) =>
      runKillLane(options, seededRandom(options.seed * 1_000 + lane), tally),
    );
    await Promise.all(lanes);
  } finally {
    clearInterval(watch);
  }
  return reportKills(tally, (performance.now() - begunMs) / 1_000);
}
