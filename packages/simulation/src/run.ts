import { readFile } from "node:fs/promises";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type AuditName, auditNames } from "./audit/findings.js";
import { castOf } from "./cast.js";
import { type Fault, faultKinds } from "./faults/fault.js";
import { shrinkFaults } from "./faults/shrink.js";
import type { SimulateOptions } from "./options.js";
import { plants } from "./plants/index.js";
import { isWithin, type Plant } from "./plants/plant.js";
import { runSeed, type SeedResult } from "./run-seed.js";

/** The last line of standard output with `--json`. */
export interface SimulateSummary {
  readonly seeds: number;
  readonly simulatedHours: number;
  readonly faults: number;
  readonly compared: number;
  readonly failed: number;
}

/** In so many seeds every auditor has had something to look at. */
const enoughSeeds = 20;
/** Auditors that look only where something rare, or wrong, happens. */
const seldom: ReadonlySet<AuditName> = new Set(["uncaught", "insurance"]);

/** Runs worlds, or looks for planted faults, as the options say. */
export async function simulate(options: SimulateOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  return options.plants ? { ...(await findPlants(options, progress)) } : { ...(await runSeeds(options, progress)) };
}

/** Runs one world after the other. @throws Error for a plant that is not there, or a script that is none */
export async function runSeeds(
  options: SimulateOptions,
  progress: (text: string) => void,
): Promise<CommandOutcome<SimulateSummary & Record<string, unknown>>> {
  const plant = options.plant === undefined ? undefined : plantNamed(options.plant);
  const script = options.script === undefined ? undefined : readScript(await readFile(options.script, "utf8"));
  const sum = { seeds: 0, simulatedMs: 0, faults: 0, failed: 0 };
  const compared = new Map<AuditName, number>();
  const failures: string[] = [];
  const begunMs = performance.now();
  const { first, last } = rangeOf(options);
  for (let seed = first; seed <= last && !isOver(begunMs, options); seed++) {
    const result = await runSeed({ seed, faults: script, plant });
    sum.seeds += 1;
    sum.simulatedMs += result.simulatedMs;
    sum.faults += result.faults.length;
    for (const name of auditNames) {
      compared.set(name, (compared.get(name) ?? 0) + (result.compared[name] ?? 0));
    }
    if (result.findings.length > 0) {
      sum.failed += 1;
      failures.push(await describe(result, plant));
      progress(failures.at(-1) ?? "");
    }
    if (sum.seeds % 50 === 0) {
      progress(`${sum.seeds} worlds, ${sum.failed} failed`);
    }
  }
  const looked = auditNames.filter((name) => (compared.get(name) ?? 0) > 0);
  if (sum.seeds >= enoughSeeds) {
    const idle = auditNames.filter((name) => !seldom.has(name) && !looked.includes(name));
    failures.push(...idle.map((name) => `the auditor of ${name} compared nothing`));
  }
  const total = [...compared.values()].reduce((left, right) => left + right, 0);
  const simulatedHours = Math.round(sum.simulatedMs / 36_000) / 100;
  const summary = { seeds: sum.seeds, simulatedHours, faults: sum.faults, compared: total, failed: sum.failed };
  const text = looked.map((name) => `${name}: ${compared.get(name)} looked at`).join("\n");
  return { summary, text, failures };
}

/** Looks for every planted fault, each in its own series of worlds. */
export async function findPlants(
  options: SimulateOptions,
  progress: (text: string) => void,
): Promise<
  CommandOutcome<{ readonly planted: number; readonly found: number; readonly seeds: number } & Record<string, unknown>>
> {
  const failures: string[] = [];
  const lines: string[] = [];
  let seeds = 0;
  for (const plant of plants) {
    const found = await findPlant(plant, options);
    seeds += found.seeds;
    const line =
      found.by === undefined
        ? `${plant.name}: not found in ${found.seeds} worlds`
        : `${plant.name}: found by ${found.by} in world ${found.seeds}`;
    lines.push(line);
    progress(line);
    if (found.by === undefined) {
      failures.push(line);
    }
  }
  const summary = { planted: plants.length, found: plants.length - failures.length, seeds };
  return { summary, text: lines.join("\n"), failures };
}

/** The first world in which an auditor finds a planted fault. Others than those who must find it do not count. */
export async function findPlant(
  plant: Plant,
  { from, seeds }: Pick<SimulateOptions, "from" | "seeds">,
): Promise<{ readonly by: AuditName | undefined; readonly seeds: number }> {
  for (let run = 1; run <= seeds; run++) {
    const seed = from + run - 1;
    // Where nobody is there to plant it in, the world is as it is without it.
    const { findings } = isWithin(plant, castOf(seed))
      ? await runSeed({ seed, plant, untilFoundBy: plant.foundBy })
      : { findings: [] };
    const by = findings.find(({ audit }) => plant.foundBy.includes(audit))?.audit;
    if (by !== undefined) {
      return { by, seeds: run };
    }
  }
  return { by: undefined, seeds };
}

/** Faults out of a script. @throws Error naming what is wrong */
export function readScript(text: string): readonly Fault[] {
  const faults: unknown = JSON.parse(text);
  if (!Array.isArray(faults)) {
    throw new Error("a script is a list of faults");
  }
  return faults.map((one: Fault, index) => {
    const isWhole = [one?.atMs, one?.forMs, one?.trader, one?.size].every((value) => Number.isFinite(value));
    if (!isWhole || !faultKinds.includes(one.kind)) {
      throw new Error(`fault ${index} of the script has no kind, atMs, forMs, trader and size that there are`);
    }
    return one;
  });
}

async function describe({ seed, faults, findings }: SeedResult, plant: Plant | undefined): Promise<string> {
  const wanted = findings[0]?.audit;
  const shrunk = await shrinkFaults(faults, async (fewer) => {
    const again = await runSeed({ seed, faults: fewer, plant });
    return again.findings.some(({ audit }) => audit === wanted);
  });
  const { findings: left } = await runSeed({ seed, faults: shrunk, plant });
  const texts = left.slice(0, 3).map(({ audit, atMs, text }) => `${audit} at ${atMs} ms: ${text}`);
  return [
    `seed ${seed}: ${texts.join(" | ")}`,
    `  replay with --seed ${seed} --script FILE, where FILE holds`,
    `  ${JSON.stringify(shrunk)}`,
  ].join("\n");
}

function plantNamed(name: string): Plant {
  const plant = plants.find((one) => one.name === name);
  if (plant === undefined) {
    throw new Error(`--plant ${name}: there are ${plants.map((one) => one.name).join(", ")}`);
  }
  return plant;
}

function rangeOf({ seed, seeds, from }: SimulateOptions): { readonly first: number; readonly last: number } {
  return seed === undefined ? { first: from, last: from + seeds - 1 } : { first: seed, last: seed };
}

function isOver(begunMs: number, { maxSeconds }: SimulateOptions): boolean {
  return maxSeconds > 0 && performance.now() - begunMs > maxSeconds * 1_000;
}
