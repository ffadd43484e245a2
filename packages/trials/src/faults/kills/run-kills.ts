import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import type { BotNote, BotOrders } from "./bot-orders.js";
import { BotProcess } from "./bot-process.js";
import { judge, type KillCount, wantedIds } from "./judge.js";
import { readNotes, until } from "./notes.js";
import { trueOrders } from "./venue-truth.js";

/** How a bot is killed, again and again. */
export interface KillPlan {
  readonly kills: number;
  /** Decides when each process is killed. */
  readonly random: Random;
}

const pair = "4BTC_USDT";
const toleranceMs = 1_500;
/** After how far a process has come it may be killed, and how long after at most. Most are killed amid their orders. */
const steps = ["started", "opened", "ready", "resolved", "trading", "trading", "trading"] as const;
const maxAfterMs = 700;
/** A trading process is killed once it has meant to place so many orders. */
const ordersEach = { min: 4, max: 12 } as const;
/** One process of so many halts before it is killed. */
const haltEvery = 4;
/** On a starved machine a process takes seconds to start. */
const stepWithinMs = 60_000;

/**
 * Kills a trading bot with both stores at random steps, starts it again, and holds what it knew and got against what the venue has. Nothing is cut but the
 * process itself.
 */
export async function runKills({ kills, random }: KillPlan, progress: (text: string) => void): Promise<KillCount> {
  const directory = await mkdtemp(join(tmpdir(), "killed-bot-"));
  const sandbox = await startSandbox({
    pairs: [pair],
    requestsPerWindow: 0,
    tickIntervalMs: 50,
    timestampToleranceMs: toleranceMs,
  });
  try {
    for (let life = 1; life <= kills; life++) {
      // The first lives long enough to keep where it began.
      const step = life === 1 ? "trading" : (steps[Math.floor(random() * steps.length)] ?? "started");
      const isHalting = life % haltEvery === 0;
      const bot = new BotProcess(ordersFor(sandbox, directory, life, isHalting ? "halts" : "trades"));
      const goal = {
        life,
        step: isHalting ? "halted" : step,
        orders: ordersFrom(random),
      } as const;
      await reach(directory, goal, bot);
      await sleep(random() * maxAfterMs);
      await bot.kill();
      progress(`${life} of ${kills} kills, after ${isHalting ? "halted" : step}`);
    }
    return await tidy(sandbox, directory, kills);
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true });
  }
}

/** The last process finds out what is left; nothing more happens then. */
async function tidy(sandbox: Sandbox, directory: string, kills: number): Promise<KillCount> {
  const life = kills + 1;
  const bot = new BotProcess(ordersFor(sandbox, directory, life, "tidies"));
  try {
    await reach(directory, { life, step: "done", orders: 0 }, bot);
    const orders = await trueOrders(sandbox, wantedIds(await readNotes(directory)));
    const look = async (): Promise<KillCount> => judge(await readNotes(directory), orders, kills);
    await until(async () => (await look()).fillsLost === 0, stepWithinMs);
    return await look();
  } finally {
    await bot.kill();
  }
}

/** How far a process must come. */
interface Goal {
  readonly life: number;
  readonly step: BotNote["note"] | "started" | "trading";
  /** How many orders it must have meant to place, where it must trade. */
  readonly orders: number;
}

async function reach(directory: string, goal: Goal, bot: BotProcess): Promise<void> {
  const isThere = async (): Promise<boolean> => bot.hasEnded || isReached(await readNotes(directory), goal);
  if (goal.step !== "started" && (!(await until(isThere, stepWithinMs)) || bot.hasEnded)) {
    await bot.kill();
    throw new Error(`process ${goal.life} did not come to "${goal.step}": ${bot.complaint}`);
  }
}

function ordersFrom(random: Random): number {
  const { min, max } = ordersEach;
  return min + Math.floor(random() * (max - min + 1));
}

function isReached(notes: readonly BotNote[], { life, step, orders }: Goal): boolean {
  const kind = step === "trading" ? "order" : step;
  const found = notes.filter((note) => note.note === kind && "life" in note && note.life === life);
  return found.length >= (step === "trading" ? orders : 1);
}

function ordersFor(sandbox: Sandbox, directory: string, life: number, habit: BotOrders["habit"]): BotOrders {
  const { restUrl, pushUrl, serviceName, credential } = sandbox;
  return { restUrl, pushUrl, serviceName, ...credential, pair, directory, life, toleranceMs, habit };
}
