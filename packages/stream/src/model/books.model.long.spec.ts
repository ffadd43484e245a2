import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { channelWire, prefixWire } from "../spec-kit/wire.spec-kit.js";
import { allCommands } from "./all-commands.spec-kit.js";
import { commandPrefix } from "./command.spec-kit.js";
import { findShortfalls, type Place } from "./coverage.spec-kit.js";
import { type Tally, World } from "./world.spec-kit.js";

/** Commands with books inline, and as many with books in threads. Many more: `npm run model`, which sets this. */
const commandsWanted = Number(process.env["MODEL_COMMANDS"] ?? 2_400);
/** The run's seed, which `FC_SEED` sets; each batch has one of its own. */
const firstSeed = fc.readConfigureGlobal().seed ?? 0;
/** Folder for what happened, a file for each way. */
const reportFolder = process.env["MODEL_REPORT"];

/** Scripts between two looks at how many commands there were. A failing one is shrunk within its batch. */
const scriptsPerBatch = 10;
/** On the slowest machine, with room. */
const msPerCommand = 40;

const ways = [
  ["inline", prefixWire, 0, "none"],
  ["inline, over protocol B", channelWire("gzip"), 0, "none"],
  ["in threads", prefixWire, 2, "none"],
  ["in threads with a heartbeat word", prefixWire, 2, "beats"],
  ["in threads, over protocol B", channelWire("zlib"), 2, "beats"],
] as const;

test.each(ways)(
  "whatever happens, a live view %s is a published state, and every book recovers",
  async (name, wire, shards, heart) => {
    const tally: Tally = new Map();
    const scripts = fc.commands([...allCommands], { maxCommands: 120, size: "max" });
    const property = fc.asyncProperty(scripts, fc.nat(), async (script, seed) => {
      const world = new World(tally, wire, shards, seed, heart);
      try {
        await world.begin();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), script);
        await world.recover();
      } finally {
        const closing = world.engine.close();
        await world.clock.advanceAndSettle(10_000);
        await closing;
      }
      expect(world.clock.pending()).toBe(0);
    });
    const place = placeOf(shards);
    const share = commandsWanted / ways.filter((way) => placeOf(way[2]) === place).length;
    for (let batch = 0; countCommands(tally) < share; batch++) {
      await fc.assert(property, { numRuns: scriptsPerBatch, seed: firstSeed + batch });
    }
    report(name, tally);
    expect(findShortfalls(tally, countCommands(tally), place)).toEqual([]);
  },
  60_000 + commandsWanted * msPerCommand,
);

function placeOf(shards: number): Place {
  return shards === 0 ? "inline" : "threads";
}

function countCommands(tally: Tally): number {
  return [...tally].reduce((sum, [what, times]) => sum + (what.startsWith(commandPrefix) ? times : 0), 0);
}

function report(way: string, tally: Tally): void {
  const happened = Object.fromEntries([...tally].toSorted(([left], [right]) => left.localeCompare(right)));
  if (reportFolder === undefined) {
    console.log(way, happened);
  } else {
    const file = join(reportFolder, `${way.replaceAll(/\W+/g, "-")}.json`);
    writeFileSync(file, JSON.stringify({ way, commands: countCommands(tally), happened }));
  }
}
