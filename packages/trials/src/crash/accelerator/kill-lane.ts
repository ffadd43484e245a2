import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Random } from "@depthwire/core";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { Victim } from "../victim.js";
import type { AcceleratorOrders, AcceleratorReport } from "./child-orders.js";
import { judge, type Verdict } from "./judge.js";
import type { AcceleratorKills } from "./kill-options.js";
import type { KillTally } from "./kill-tally.js";
import { Lives } from "./lives.js";
import { Notes } from "./notes.js";
import { readEvents } from "./reader.js";
import { trade } from "./trader.js";
import { trueOrders } from "./truth.js";

const pair = "4BTC_USDT";
const toleranceMs = 1_500;

/** One directory is gone on from so many times before a new venue begins. */
const maxLives = 25;

/** How many orders are on their way at the same time. */
const traders = 4;

/** A process that has placed nothing in so long is killed all the same, in milliseconds. */
const maxMsWithoutOrder = 30_000;

/** After the first order of a life, and for some after the start, in milliseconds. */
const maxAfterOrderMs = 800;
const maxAfterStartMs = 2_000;

/** What was met is told within this time, in milliseconds: a gap is closed by asking, which is repeated every 30 s. */
const settledWithinMs = 90_000;

/** Where nothing is kept nothing more comes. */
const unsettledWithinMs = 2_000;

const childFile = fileURLToPath(new URL("../../../dist/crash/accelerator/child.js", import.meta.url));

/** One venue and directory after the other, until enough accelerators have died. */
export async function runKillLane(options: AcceleratorKills, random: Random, tally: KillTally): Promise<void> {
  while (tally.begun < options.kills) {
    const sandbox = await startSandbox({
      pairs: [pair],
      requestsPerWindow: 0,
      tickIntervalMs: 50,
      timestampToleranceMs: toleranceMs,
    });
    const parent = await mkdtemp(join(tmpdir(), "depthwire-accelerator-crash-"));
    try {
      await fund(sandbox);
      await runDirectory({ options, random, tally, sandbox, parent });
    } finally {
      await sandbox.close();
      await rm(parent, { recursive: true, force: true });
    }
  }
}

/** There is always enough for another order. */
async function fund({ restUrl, userId }: Sandbox): Promise<void> {
  const body = JSON.stringify({ funds: [{ coin: "USDT", amount: "10000000", purse: "contract" }] });
  const headers = { "content-type": "application/json" };
  await fetch(`${restUrl}/_sandbox/accounts/${userId}`, { method: "POST", headers, body });
}

/** What one venue and one directory are tried with. */
interface Scene {
  readonly options: AcceleratorKills;
  readonly random: Random;
  readonly tally: KillTally;
  readonly sandbox: Sandbox;
  /** Holds the directory, and copies of it. */
  readonly parent: string;
}

async function runDirectory(scene: Scene): Promise<void> {
  const { options, random, tally, sandbox } = scene;
  const lives = new Lives();
  const notes = new Notes();
  const over = new AbortController();
  const state = { isOver: false, placed: () => {} };
  const listening = new Promise<void>((resolve) => {
    void readEvents({ lives, notes, random, over: over.signal, listening: resolve });
  });
  const isOver = (): boolean => state.isOver;
  const placed = (): void => state.placed();
  const trading = listening.then(() =>
    Promise.all(Array.from({ length: traders }, () => trade({ lives, notes, pair, random, isOver, placed }))),
  );
  for (let life = 0; life < maxLives && tally.begun < options.kills; life++) {
    tally.begun++;
    await live(scene, lives, life, (hear) => {
      state.placed = hear;
    });
  }
  state.isOver = true;
  const last = startOf(scene);
  try {
    const report = await last.opened;
    if (report === undefined) {
      tally.failures.push(`the last start failed: ${last.complaint.trim()}`);
    } else {
      lives.opened(report.url);
      await trading;
      tally.add(notes, await settled(notes, sandbox, options.store === "kept" ? settledWithinMs : unsettledWithinMs));
    }
  } finally {
    over.abort();
    await last.kill();
  }
}

/** One accelerator from its start to its end. */
async function live(scene: Scene, lives: Lives, life: number, onPlaced: (hear: () => void) => void): Promise<void> {
  const { options, random, tally, parent } = scene;
  if (options.store === "rolled-back") {
    await rollBack(parent, life);
  }
  const victim = startOf(scene);
  const isEarly = life > 0 && random() < 0.2;
  const dead = isEarly ? sleep(random() * maxAfterStartMs).then(() => victim.kill()) : undefined;
  const started = await victim.opened;
  if (started === undefined) {
    await victim.ended;
    if (victim.complaint !== "") {
      throw new Error(`an accelerator did not start: ${victim.complaint.trim()}`);
    }
    tally.diedAtStart++;
  } else {
    tally.startMs.push(started.startMs);
    const first = new Promise<void>((resolve) => onPlaced(resolve));
    lives.opened(started.url);
    await (dead ??
      Promise.race([first, sleep(maxMsWithoutOrder, undefined, { ref: false })]).then(() =>
        sleep(random() * maxAfterOrderMs),
      ));
  }
  await victim.kill();
  lives.ended();
  tally.kills++;
}

function startOf({ options, sandbox, parent }: Scene): Victim<AcceleratorReport> {
  const { restUrl, pushUrl, serviceName, credential } = sandbox;
  const orders: AcceleratorOrders = {
    restUrl,
    pushUrl,
    serviceName,
    ...credential,
    toleranceMs,
    ...(options.store === "none" ? {} : { directory: join(parent, "data") }),
  };
  return new Victim<AcceleratorReport>(childFile, orders);
}

/** Puts the directory as it was one life before in place of what the last life left. */
async function rollBack(parent: string, life: number): Promise<void> {
  const [present, before] = [join(parent, "data"), join(parent, "before")];
  if (life === 0) {
    return;
  }
  if (life % 2 === 1) {
    await rm(before, { recursive: true, force: true });
    await cp(present, before, { recursive: true });
    return;
  }
  await rm(present, { recursive: true });
  await cp(before, present, { recursive: true });
}

/** What was missed is told in the end. @returns the verdict then, or when nobody waits any longer */
async function settled(
  notes: Notes,
  sandbox: Sandbox,
  withinMs: number,
): Promise<Verdict & { readonly fills: number }> {
  const truth = await trueOrders(sandbox, pair);
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const verdict = judge(notes, truth);
    if (verdict.eventsLost.length === notes.lostEvents.length || performance.now() > untilMs) {
      return { ...verdict, fills: truth.reduce((sum, { fillIds }) => sum + fillIds.length, 0) };
    }
    await sleep(200);
  }
}
