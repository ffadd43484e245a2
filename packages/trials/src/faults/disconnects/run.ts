import type { SequencePolicy } from "@depthwire/book";
import { profiles } from "@depthwire/sandbox/internal";
import type { PushProtocol } from "@depthwire/stream";
import { seededRandom, sumOf } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type House, type HouseOptions, openHouse } from "./house.js";
import type { Lane } from "./lane.js";
import { planRounds, type Round } from "./plan.js";
import { type CountedStatistics, reportDisconnects } from "./report.js";
import { suffer } from "./suffer.js";
import { DisconnectTally } from "./tally.js";

/** What the run was asked to do. */
export interface DisconnectOptions {
  /** Connections to break. */
  readonly disconnects: number;
  /** Repeats the plan; what meets what in time is the machine's. */
  readonly seed: number;
  /** Connections harmed side by side. */
  readonly lanes: number;
  readonly sequencePolicy: SequencePolicy;
  /** Spread over the lanes. */
  readonly protocols: readonly PushProtocol[];
}

/** Default of {@link DisconnectOptions.lanes}. */
export const defaultLanes = 16;

/** How books are kept: on the main thread, and in a thread of each lane. */
const shardCounts: readonly number[] = [0, 1];

/** Breaks connections between sandboxes of every profile and engines of every kind, and tells what came of it. */
export async function runDisconnects(
  options: DisconnectOptions,
  progress: (text: string) => void,
): Promise<CommandOutcome> {
  const startMs = performance.now();
  const random = seededRandom(options.seed);
  const tally = new DisconnectTally();
  const houses = await Promise.all(planHouses(options).map(openHouse));
  try {
    const lanes = interleaved(houses);
    const rounds = [...planRounds(options.disconnects, random)];
    await Promise.all(lanes.map((lane) => follow(lane, rounds, tally, options.disconnects, progress)));
    return reportDisconnects({
      wanted: options.disconnects,
      seed: options.seed,
      elapsedMs: performance.now() - startMs,
      tally,
      witnessed: sumOf(lanes.flatMap(({ witnesses }) => witnesses)),
      statistics: sumCounts(lanes.map(({ venue }) => venue.statistics())),
    });
  } finally {
    await Promise.all(houses.map((house) => house.close()));
  }
}

/** Lanes are spread over all kinds of houses; a short run has fewer lanes, so that each has something to do. */
function planHouses({ lanes, disconnects, seed, sequencePolicy, protocols }: DisconnectOptions): HouseOptions[] {
  const kinds = protocols.flatMap((protocol) =>
    profiles.flatMap((profile) => shardCounts.map((shards) => ({ protocol, profile, shards }))),
  );
  const lanesInAll = Math.min(lanes, disconnects);
  return kinds
    .map((kind, index) => ({
      ...kind,
      seed: seed + index,
      sequencePolicy,
      lanes: Math.floor((lanesInAll + kinds.length - 1 - index) / kinds.length),
    }))
    .filter((house) => house.lanes > 0);
}

/** The first lane of each house, then the second of each: whoever takes from the front takes from every house. */
function interleaved(houses: readonly House[]): readonly Lane[] {
  const max = Math.max(...houses.map(({ lanes }) => lanes.length));
  return Array.from({ length: max }, (_, index) => houses.flatMap(({ lanes }) => lanes.slice(index, index + 1))).flat();
}

/** A lane takes round after round until none is left. */
async function follow(
  lane: Lane,
  rounds: Round[],
  tally: DisconnectTally,
  wanted: number,
  progress: (text: string) => void,
): Promise<void> {
  for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
    try {
      await suffer(lane, round, tally);
    } catch (error) {
      tally.unrecovered.push(`${lane.name}, ${JSON.stringify(round)}: ${String(error)}`);
    }
    if (rounds.length > 0 && rounds.length % 100 === 0) {
      progress(`${rounds.length} of ${wanted} rounds are left`);
    }
  }
}

function sumCounts(parts: readonly CountedStatistics[]): CountedStatistics {
  const sum = (name: Exclude<keyof CountedStatistics, "rejected">): number =>
    parts.reduce((total, part) => total + part[name], 0);
  const rejected: Record<string, number> = {};
  for (const [code, times] of parts.flatMap((part) => Object.entries(part.rejected))) {
    rejected[code] = (rejected[code] ?? 0) + (times ?? 0);
  }
  return {
    gaps: sum("gaps"),
    resyncs: sum("resyncs"),
    reconnects: sum("reconnects"),
    connectFailures: sum("connectFailures"),
    duplicates: sum("duplicates"),
    staleSnapshots: sum("staleSnapshots"),
    internalErrors: sum("internalErrors"),
    rejected,
  };
}
