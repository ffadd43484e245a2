import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Command,
  canonicalText,
  checkTerms,
  type JournalStep,
  type KeptExchange,
  openJournal,
} from "@depthwire/sandbox/internal";
import { median } from "../../runner/measure.js";
import { demandEqual, processorMs, type ThreadTimes, threadClock, type VenueFigures } from "./figures.js";
import { bareFlow, flowConfig, flowStartMs, fundings, userFlow, waitingFlow } from "./order-flow.js";
import { runBare } from "./reducer.js";

/** Commands that arrive in one turn of the event loop. */
const commandsATurn = 20;

/** What a new sandbox asks of its users. */
const terms = checkTerms({});

function keep(directory: string, observe: (step: JournalStep) => void = () => {}): Promise<KeptExchange> {
  return openJournal(directory, flowConfig(), {
    durability: "process",
    history: "trim",
    maxReplayMs: 150,
    largeVenue: 4_000,
    olderState: "refuse",
    atLeast: 0,
    terms,
    observe,
    failed: (error) => {
      throw error;
    },
  });
}

/** The longest time in which nothing else could happen, and where it went. What is left waited for others of the process. */
interface Stall extends ThreadTimes {
  readonly stallMs: number;
}

/** How commands went through a journal. */
interface KeptRun {
  readonly tookMs: number;
  readonly stall: Stall;
  /** The longest time that one turn worked: what of a stall is the venue's own, and not that of others on the machine. */
  readonly workMs: number;
}

const noTimes: ThreadTimes = { workedMs: 0, waitedMs: 0 };

/** Carries commands out as they would arrive, some in each turn, and waits until all are kept. */
async function carryOut(
  { exchange, journal }: KeptExchange,
  commands: readonly Command[],
  times: () => ThreadTimes = () => noTimes,
): Promise<KeptRun> {
  const begunMs = processorMs();
  let stall: Stall = { stallMs: 0, ...noTimes };
  let workMs = 0;
  for (let i = 0; i < commands.length; i += commandsATurn) {
    const turnMs = performance.now();
    const before = times();
    for (const command of commands.slice(i, i + commandsATurn)) {
      journal.carryOut(command, flowStartMs, (kept, at) => exchange.apply(kept, at));
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
    const stallMs = performance.now() - turnMs;
    const after = times();
    const workedMs = after.workedMs - before.workedMs;
    workMs = Math.max(workMs, workedMs);
    if (stallMs > stall.stallMs) {
      stall = { stallMs, workedMs, waitedMs: after.waitedMs - before.waitedMs };
    }
  }
  await journal.kept();
  return { tookMs: processorMs() - begunMs, stall, workMs };
}

async function inDirectory<Result>(act: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), "depthwire-venue-"));
  try {
    return await act(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Orders a second with a journal, beside the bare matcher in the same process, and the longest stall. */
export async function measureJournal(orders: number, passes: number): Promise<VenueFigures> {
  const flow = userFlow(1, orders);
  const bare = bareFlow(flow);
  const rates = { kept: [] as number[], bare: [] as number[] };
  const stalls: number[] = [];
  for (let pass = -1; pass < passes; pass++) {
    const alone = runBare(bare);
    const run = await inDirectory(async (directory) => {
      const kept = await keep(directory);
      await carryOut(kept, fundings());
      const took = await carryOut(kept, flow);
      const left = canonicalText(kept.exchange.state);
      await kept.journal.close();
      const again = await keep(directory);
      demandEqual("what was kept and what was left", left, canonicalText(again.exchange.state));
      await again.journal.close();
      return took;
    });
    if (pass >= 0) {
      rates.kept.push((orders / run.tookMs) * 1000);
      rates.bare.push((orders / alone.tookMs) * 1000);
      stalls.push(run.stall.stallMs);
    }
  }
  return {
    "orders/s with the journal": median(rates.kept),
    "orders/s of the bare matcher": median(rates.bare),
    "ms the longest stall": median(stalls),
  };
}

/** With many remembered orders: the longest stall, which is that of a snapshot, and how long a start takes. */
export async function measureRemembered(remembered: number, passes: number): Promise<VenueFigures> {
  return inDirectory(async (directory) => {
    const kept = await keep(directory);
    await carryOut(kept, fundings());
    const flow = userFlow(3, Math.round(remembered * 1.2));
    await carryOut(kept, flow);
    const stalls: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      // Long enough for some snapshots.
      const more = Array.from({ length: 30_000 }, (): Command => ({ kind: "tick" }));
      stalls.push((await carryOut(kept, more)).stall.stallMs);
    }
    const { remembered: packed } = kept.exchange.state;
    const left = canonicalText(kept.exchange.state);
    await kept.journal.close();
    const starts: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      const begunMs = performance.now();
      const again = await keep(directory);
      starts.push(performance.now() - begunMs);
      demandEqual("what was kept and what was left", left, canonicalText(again.exchange.state));
      await again.journal.close();
    }
    return {
      "remembered orders": packed.orders.size,
      "ms the longest stall of a snapshot": median(stalls),
      "ms a start from a directory": Math.min(...starts),
    };
  });
}

/** The pass whose stall stands in the middle, the longer one of two: its stall and its work belong together. */
function middleStall<Pass extends Pick<KeptRun, "stall">>(passes: readonly Pass[]): Pass {
  return passes.toSorted((left, right) => left.stall.stallMs - right.stall.stallMs)[
    Math.floor(passes.length / 2)
  ] as Pass;
}

/** A snapshot of the waiting venue that does not come within so many commands never comes. */
const mostCommands = 2_000_000;
const commandsAtOnce = 1_000;

/** With many waiting orders: the longest stall while users go on and a snapshot is made, and how long a start takes. */
export async function measureWaiting(waiting: number, passes: number): Promise<VenueFigures> {
  return inDirectory(async (directory) => {
    const snapshots: JournalStep[] = [];
    const kept = await keep(directory, (step) => {
      if (step === "trimmed") {
        snapshots.push(step);
      }
    });
    const { orders, churn } = waitingFlow(waiting, commandsAtOnce);
    await carryOut(kept, orders);
    const held = kept.exchange.state.openOrders.size;
    if (held < waiting) {
      throw new Error(`${held} orders wait, not ${waiting}`);
    }
    const snapshotsMade: Pick<KeptRun, "stall" | "workMs">[] = [];
    const clock = threadClock();
    for (let pass = -1; pass < passes; pass++) {
      // From the end of one snapshot to the end of the next one.
      const before = snapshots.length;
      let stall: Stall = { stallMs: 0, ...noTimes };
      let workMs = 0;
      let commands = 0;
      do {
        const run = await carryOut(kept, churn(kept.exchange), clock);
        stall = run.stall.stallMs > stall.stallMs ? run.stall : stall;
        workMs = Math.max(workMs, run.workMs);
        commands += commandsAtOnce;
        if (commands > mostCommands) {
          throw new Error("no snapshot was made");
        }
      } while (snapshots.length === before);
      if (pass >= 0) {
        snapshotsMade.push({ stall, workMs });
      }
    }
    const { stall, workMs } = middleStall(snapshotsMade);
    const left = canonicalText(kept.exchange.state);
    await kept.journal.close();
    const begunMs = performance.now();
    const again = await keep(directory);
    const startMs = performance.now() - begunMs;
    demandEqual("what was kept and what was left", left, canonicalText(again.exchange.state));
    await again.journal.close();
    return {
      "waiting orders": held,
      "ms the longest stall of a snapshot": stall.stallMs,
      ...(clock === undefined
        ? {}
        : {
            "ms that the longest turn worked": workMs,
            "ms of the longest stall that it worked": stall.workedMs,
            "ms of the longest stall that it waited for a core": stall.waitedMs,
          }),
      "ms a start from a directory": startMs,
    };
  });
}
