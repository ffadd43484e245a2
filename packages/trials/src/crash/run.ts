import type { CommandOutcome } from "@depthwire/tools/command-line";
import { runLane } from "./lane.js";
import type { CrashOptions } from "./options.js";
import { drawFrom } from "./plan.js";
import { CrashTally } from "./tally.js";

/** A start may take so long, in milliseconds. */
const maxRecoveryMs = 1000;

/** Kills sandboxes and looks at what is left. @param progress hears how far it is */
export async function runCrash(options: CrashOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const tally = new CrashTally();
  const begunMs = performance.now();
  let named = 0;
  const names = { next: () => String(1_000_000 + named++) };
  const watch = setInterval(() => progress(`${tally.kills} of ${options.kills} kills`), 10_000);
  try {
    const lanes = Array.from({ length: Math.min(options.lanes, options.kills) }, (_, lane) =>
      runLane(options, drawFrom(options.seed * 1000 + lane), names, tally),
    );
    await Promise.all(lanes);
  } finally {
    clearInterval(watch);
  }
  return report(tally, (performance.now() - begunMs) / 1000);
}

function report(tally: CrashTally, seconds: number): CommandOutcome {
  const { kills, lost, corrupt, acknowledged, diedAtStart, failedStarts, replays, commands, deaths, findings } = tally;
  const slowest = Math.round(Math.max(0, ...tally.recoveryMs));
  const failures = [...findings];
  if (slowest > maxRecoveryMs) {
    failures.push(`a start took ${slowest} ms`);
  }
  if (acknowledged === 0) {
    failures.push("nothing was acknowledged, so nothing could be lost");
  }
  const summary = {
    kills,
    lost,
    corrupt,
    acknowledged,
    replays,
    diedAtStart,
    failedStarts,
    recoveryMs: { max: slowest },
    mostCommands: commands,
    deaths,
    seconds: Math.round(seconds),
  };
  const text = [
    `${kills} sandboxes killed in ${summary.seconds} s, ${diedAtStart} of them while they started`,
    `${acknowledged} orders acknowledged, ${lost} lost, ${corrupt} harmed`,
    `${replays} replays from the first command equal to the snapshot; the slowest start made its exchange in ${slowest} ms`,
  ].join("\n");
  return { summary, text, failures };
}
