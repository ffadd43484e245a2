import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Acknowledged } from "./acknowledged.js";
import type { ChildOrders } from "./child-orders.js";
import { Client } from "./client.js";
import type { CrashOptions } from "./options.js";
import { type Death, type Draw, nextDeath } from "./plan.js";
import { sandboxVictim } from "./sandbox-victim.js";
import type { CrashTally } from "./tally.js";
import { verifyAnswers, verifyDirectory } from "./verify.js";
import { type Names, work } from "./work.js";

const pair = "4BTC_USDT";

/** One sandbox goes on from another so many times before a new directory begins. */
const maxLives = 20;

/** Ticks come fast, so that there is always something to write. */
const tickIntervalMs = 4;

/** Snapshots come often, so that kills meet them. */
const maxReplayMs = 8;

/** A sandbox that has acknowledged no order in so long is killed all the same. */
const maxMsWithoutOrder = 10_000;

/** One directory after the other, until enough sandboxes have died. */
export async function runLane(options: CrashOptions, draw: Draw, names: Names, tally: CrashTally): Promise<void> {
  while (tally.kills < options.kills) {
    const directory = await mkdtemp(join(tmpdir(), "depthwire-crash-"));
    try {
      await runDirectory(directory, options, draw, names, tally);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
}

async function runDirectory(
  directory: string,
  { kills, durability }: CrashOptions,
  draw: Draw,
  names: Names,
  tally: CrashTally,
): Promise<void> {
  const known = new Acknowledged();
  const lives = 1 + Math.floor(draw() * maxLives);
  // A kept journal is held against its snapshot; a trimmed one is what users have.
  const history = draw() < 0.5 ? "keep" : "trim";
  // A large venue's snapshots come from a thread; a small one stops for them.
  const largeVenue = draw() < 0.5 ? 0 : 4_000;
  const orders = { directory, pair, durability, history, tickIntervalMs, maxReplayMs, largeVenue } as const;
  for (let life = 0; life < lives && tally.kills < kills; life++) {
    await live(orders, nextDeath(draw), known, names, tally);
    await verifyDirectory(directory, known, tally);
  }
  await lookOnce(orders, known, tally);
}

async function live(
  orders: ChildOrders,
  death: Death,
  known: Acknowledged,
  names: Names,
  tally: CrashTally,
): Promise<void> {
  const { point, afterMs } = death;
  const victim = sandboxVictim(point === undefined ? orders : { ...orders, kill: point });
  const report = await victim.opened;
  if (report === undefined) {
    await victim.ended;
    if (victim.complaint !== "") {
      tally.failedToStart(victim.complaint.trim());
      return;
    }
    tally.diedAtStart += 1;
  } else {
    tally.recoveryMs.push(report.recovery.tookMs);
    const client = new Client(report);
    let end = setTimeout(() => void victim.kill(), maxMsWithoutOrder);
    await verifyAnswers(client, pair, known, tally);
    await fund(client);
    const before = known.ids.size;
    const reused = await work(client, pair, known, names, () => {
      // Counted from here, a slow machine kills none before it had something to lose.
      clearTimeout(end);
      end = setTimeout(() => void victim.kill(), afterMs);
    });
    for (const finding of reused) {
      tally.harm(finding);
    }
    tally.acknowledged += known.ids.size - before;
    clearTimeout(end);
    client.close();
  }
  await victim.kill();
  tally.died(point?.step ?? "outside");
}

/** There is always enough for another order. */
async function fund(client: Client): Promise<void> {
  await client.operate("accounts/100001", { funds: [{ coin: "USDT", amount: "1000000", purse: "contract" }] });
}

/** Looks for what was acknowledged last, too; this sandbox is not killed while anybody asks. */
async function lookOnce(orders: ChildOrders, known: Acknowledged, tally: CrashTally): Promise<void> {
  const victim = sandboxVictim(orders);
  const report = await victim.opened;
  if (report === undefined) {
    tally.failedToStart(victim.complaint.trim());
  } else {
    const client = new Client(report);
    await verifyAnswers(client, pair, known, tally);
    client.close();
  }
  await victim.kill();
}
