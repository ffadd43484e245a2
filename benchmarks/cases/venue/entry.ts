import type { VenueFigures } from "./figures.js";
import { measureJournal, measureRemembered, measureWaiting } from "./keeping.js";
import { measureMemory } from "./memory.js";
import { measurePlans } from "./plans.js";
import { measureReducer } from "./reducer.js";
import { measureTicks } from "./ticks.js";
import { measureDays } from "./week.js";

/** The parts of the case `venue`: each has a process to itself. */
export type VenuePart = "reducer" | "journal" | "remembered" | "waiting" | "plans" | "ticks" | "memory" | "days";

type Measure = (short: boolean, passes: number, peersFolder: string) => VenueFigures | Promise<VenueFigures>;

const parts: Readonly<Record<VenuePart, Measure>> = {
  reducer: (short, passes, peersFolder) => measureReducer(short ? 1_000 : 20_000, passes, peersFolder),
  journal: (short, passes) => measureJournal(short ? 1_000 : 20_000, passes),
  remembered: (short, passes) => measureRemembered(short ? 2_000 : 100_000, passes),
  waiting: (short, passes) => measureWaiting(short ? 4_000 : 100_000, passes),
  plans: (short, passes) => measurePlans(short ? 500 : 5_000, passes, short ? 200 : 10_000),
  ticks: (short) =>
    measureTicks(
      short
        ? { pairs: 4, users: 40, waiting: 400, ticks: 5 }
        : { pairs: 200, users: 10_000, waiting: 100_000, ticks: 50 },
    ),
  memory: (short) => measureMemory(short ? 2_000 : 50_000),
  days: (short) => (short ? measureDays(2, 60_000) : measureDays(7, 1_000)),
};

const [part = "reducer", size = "full", passes = "5", peersFolder = ""] = process.argv.slice(2);
const figures = await parts[part as VenuePart](size === "short", Number(passes), peersFolder);
process.stdout.write(`${JSON.stringify(figures)}\n`);
