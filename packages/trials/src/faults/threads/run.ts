import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { deck } from "../deck.js";
import { type Death, KilledShard, type Recovery, type StartRule } from "./killed-shard.js";
import { reportThreads } from "./report.js";
import { startSnapshotVenue } from "./snapshot-venue.js";

/** What the run was asked to do. */
export interface ThreadOptions {
  /** Threads that die at once. For every tenth of them another one hangs, and is ended by its host. */
  readonly kills: number;
  /** Repeats the order of deaths. */
  readonly seed: number;
  /** `impatient` shows that this check can fail. */
  readonly startRule: StartRule;
}

const deaths = ["outside", "exit", "throw"] as const;
const killsPerHang = 10;
/** A thread runs for so long between two deaths: threads that stand by are there for what happens now and then. */
const pauseMs = 500;
const killsPerProgress = 20;

/** Kills the thread of a shard again and again, and measures how long its book is not live. */
export async function runThreads(options: ThreadOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const startMs = performance.now();
  const { kills, seed, startRule } = options;
  const venue = await startSnapshotVenue();
  const shard = new KilledShard(venue.address, startRule);
  let failure: string | undefined;
  const recoveries: (Recovery & { readonly death: Death })[] = [];
  const kill = async (death: Death): Promise<void> => {
    await delay(pauseMs);
    recoveries.push({ death, ...(await shard.kill(death)) });
  };
  try {
    await shard.untilLive();
    const nextDeath = deck(deaths, seededRandom(seed));
    for (let count = 1; count <= kills; count++) {
      await kill(nextDeath());
      if (count % killsPerHang === 0) {
        await kill("hang");
      }
      if (count % killsPerProgress === 0) {
        progress(`${count} of ${kills} kills`);
      }
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await shard.close();
    venue.close();
  }
  const { killedWhileStarting, threadsLost } = shard;
  const elapsedMs = performance.now() - startMs;
  return reportThreads({ wanted: kills, seed, elapsedMs, recoveries, killedWhileStarting, threadsLost, failure });
}
