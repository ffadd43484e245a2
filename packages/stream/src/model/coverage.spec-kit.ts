import { allCommandNames } from "./all-commands.spec-kit.js";
import { commandPrefix } from "./command.spec-kit.js";
import type { Tally } from "./world.spec-kit.js";

/** Where the books of a run are kept. */
export type Place = "inline" | "threads";

/** How many commands it takes, at most, until a thing happens once: with a wide margin, or a run would fail by chance. */
const happensOnceIn: Readonly<Record<string, number>> = {
  compared: 4,
  "compared, top levels": 60,
  recovered: 60,
  "view live": 4,
  "view gapped": 40,
  "view stale": 60,
  "view crossed": 3_000,
  "view syncing": 60,
  "reason gap": 60,
  "reason counter-restarted": 2_000,
  "reason ambiguous-level": 1_000,
  "reason unknown-level": 1_000,
  "reason rejected-message": 2_000,
  "reason disconnected": 200,
  "reason contradicted": 3_000,
  "verified equal, answer true": 100,
  "verified inconclusive, answer true": 100,
  "verified different, answer false": 2_000,
};

const inThreads: Readonly<Record<string, number>> = { "reason thread-lost": 200, "reason thread-silent": 200 };

/** What happened too rarely for the run to prove anything: each command of the list, and each outcome. */
export function findShortfalls(tally: Tally, commands: number, place: Place): string[] {
  const commandsOnceIn = Object.fromEntries(allCommandNames.map((name) => [`${commandPrefix}${name}`, 100]));
  const wanted = { ...commandsOnceIn, ...happensOnceIn, ...(place === "threads" ? inThreads : {}) };
  return Object.entries(wanted).flatMap(([what, onceIn]) => {
    const [min, got] = [minimumOf(commands / onceIn), tally.get(what) ?? 0];
    return got < min ? [`${what}: ${got}, at least ${min} wanted`] : [];
  });
}

/** What chance leaves of an expected count, three standard deviations below it: little of a short run, nearly all of a long one. */
function minimumOf(expected: number): number {
  return Math.max(0, Math.floor(expected - 3 * Math.sqrt(expected)));
}
