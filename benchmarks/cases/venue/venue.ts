import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPeers } from "../../runner/install-peers.js";
import type { BenchmarkCase, CaseContext } from "../benchmark-case.js";
import { atLeast, atMost, boundBy, type Goal } from "../goals.js";
import type { VenuePart } from "./entry.js";
import type { VenueFigures } from "./figures.js";

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/cases/venue/entry.js" : "./entry.js",
  import.meta.url,
);

const partNames: readonly VenuePart[] = [
  "reducer",
  "journal",
  "remembered",
  "waiting",
  "plans",
  "ticks",
  "memory",
  "days",
];

/** What the reference exchange costs: orders of users with margin, its journal, plans, ticks, snapshots, memory and days. */
export const venue: BenchmarkCase = {
  name: "venue",
  run: async (context) => {
    if (!context.short) {
      installPeers(context.peersFolder);
    }
    const found = new Map<VenuePart, VenueFigures>();
    for (const part of partNames) {
      found.set(part, ask(part, context));
      context.progress(`venue, ${part}: done`);
    }
    const measures: Record<string, number> = {};
    for (const [part, figures] of found) {
      for (const [name, value] of Object.entries(figures)) {
        measures[`${part}: ${name}`] = Math.round(value * 1000) / 1000;
      }
    }
    const figure = (part: VenuePart, name: string): number => found.get(part)?.[name] ?? Number.NaN;
    const ours = Math.round(figure("reducer", "orders/s with margin"));
    const bare = Math.round(figure("reducer", "orders/s of the bare matcher"));
    const foreign = Math.round(figure("reducer", "orders/s of nodejs-order-book"));
    const peers = { "bare matcher": bare, ...(Number.isNaN(foreign) ? {} : { "nodejs-order-book": foreign }) };
    const ratios = Object.fromEntries(
      Object.entries(peers).map(([peer, rate]) => [peer, Math.round((ours / rate) * 1000) / 1000]),
    );
    return [
      {
        case: "venue",
        unit: "orders/s of 40 users with margin",
        ours,
        peers,
        ratios,
        parts: [],
        measures,
        goals: goalsOf(figure),
        notes: [
          "the bare matcher is the same exchange with the same orders from accounts that need no margin: both end with the same book",
          "nodejs-order-book (npm) matches the same orders by the same accounts, without money; it ends with the same quantity at each price, and makes no events",
          "rates and ticks are processor time, stalls and starts are the shortest of the passes by the clock",
        ],
      },
    ];
  },
};

function goalsOf(figure: (part: VenuePart, name: string) => number): readonly Goal[] {
  const share = (part: "reducer" | "journal", name: string): number =>
    figure(part, name) / figure(part, "orders/s of the bare matcher");
  return [
    boundBy(
      atLeast("venue-reducer", 0.25, "of the bare matcher's rate", share("reducer", "orders/s with margin")),
      "settling both parties and their ten events (three tenths), packing what has ended and collecting five kilobytes of short-lived objects an order (a sixth each)",
    ),
    boundBy(
      atLeast("venue-journal", 0.1, "of the bare matcher's rate", share("journal", "orders/s with the journal")),
      "the reducer (two fifths), a page of commands as text and on its way to the database, a snapshot's text",
    ),
    atMost("venue-stall", 50, "ms of a stall with the journal", figure("journal", "ms the longest stall")),
    atMost(
      "venue-plans",
      1.5,
      "times the cost without plans",
      figure("plans", "cost beside 10,000 waiting plans of others, as a multiple"),
    ),
    atMost("venue-quiet-tick", 10, "ms a quiet tick", figure("ticks", "ms a quiet tick")),
    atMost("venue-crash-tick", 100, "ms a crash tick", figure("ticks", "ms a crash tick, the longest")),
    atMost(
      "venue-snapshot",
      20,
      "ms of a snapshot's stall",
      figure("remembered", "ms the longest stall of a snapshot"),
    ),
    boundBy(
      atMost(
        "venue-waiting-snapshot",
        20,
        "ms of a stall while a snapshot is made of 100,000 waiting orders",
        figure("waiting", "ms the longest stall of a snapshot"),
      ),
      stallBound((name) => figure("waiting", name)),
    ),
    atMost("venue-start", 1_000, "ms a start", figure("remembered", "ms a start from a directory")),
    atMost("venue-memory", 200, "bytes a finished order", figure("memory", "bytes a finished order")),
    atMost(
      "venue-growth",
      0.02,
      "growth of the state after the first day",
      figure("days", "growth of the state after the first day, part of one"),
    ),
    atMost("venue-day", 20, "s a day of one market", figure("days", "s the longest day of one market")),
  ];
}

/** Where the longest stall of a large venue went. */
function stallBound(of: (name: string) => number): string {
  const worked = Math.round(of("ms of the longest stall that it worked"));
  const waited = Math.round(of("ms of the longest stall that it waited for a core"));
  const most = Math.round(of("ms that the longest turn worked"));
  return `cores: in its longest stall the venue's thread worked ${worked} ms and waited ${waited} ms for a core, and the rest for other threads of its process; no turn worked longer than ${most} ms`;
}

function ask(part: VenuePart, { short, passes, peersFolder }: CaseContext): VenueFigures {
  const terms = [part, short ? "short" : "full", String(passes), short ? "" : peersFolder];
  const args = ["--expose-gc", fileURLToPath(entry), ...terms];
  const text = execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(text) as VenueFigures;
}
