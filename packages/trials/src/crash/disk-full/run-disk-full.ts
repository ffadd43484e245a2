import { join } from "node:path";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { Acknowledged } from "../acknowledged.js";
import { Client } from "../client.js";
import { CrashTally } from "../tally.js";
import { verifyAnswers, verifyDirectory } from "../verify.js";
import { fillDisk } from "./fill-disk.js";
import { judgeDiskFull } from "./judge-disk-full.js";
import { Program } from "./program.js";
import { readAll } from "./read-all.js";
import { SmallDisk } from "./small-disk.js";

/** How the run with a full disk is made. */
export interface DiskFullOptions {
  /** What it means when no disk may be mounted. */
  readonly whereBarred: "skip" | "fail";
}

const diskBytes = 1024 * 1024;
const roomyBytes = 16 * diskBytes;

/** The pair of this venue. */
const pair = "4BTC_USDT";

/** Fills the disk of a venue, and looks at what it says, what it still answers, and what it has kept when there is room again. */
export async function runDiskFull({ whereBarred }: DiskFullOptions): Promise<CommandOutcome> {
  const disk = await SmallDisk.mount(diskBytes);
  if (typeof disk !== "string") {
    return fillAndLook(disk);
  }
  const failures = whereBarred === "fail" ? [`no disk can be mounted: ${disk}`] : [];
  return { summary: { skipped: disk }, text: `skipped: no disk can be mounted: ${disk}`, failures };
}

async function fillAndLook(disk: SmallDisk): Promise<CommandOutcome> {
  try {
    const directory = join(disk.directory, "venue");
    const known = new Acknowledged();
    const program = new Program(directory, pair);
    const client = new Client(await program.opened);
    const { refused, unanswered } = await fillDisk(client, pair, known);
    const reads = await readAll(client, pair, known);
    client.close();
    const exitCode = await program.end();
    await disk.grow(roomyBytes);
    const tally = await lookAgain(directory, known);
    return judgeDiskFull({
      acknowledged: known.ids.size,
      transfers: known.transfers,
      refused,
      unanswered,
      ...reads,
      exitCode,
      told: program.told(directory),
      lost: tally.lost,
      findings: tally.findings,
    });
  } finally {
    await disk.unmount();
  }
}

/** Everything acknowledged is looked for once there is room again, in the directory and in a venue that goes on. */
async function lookAgain(directory: string, known: Acknowledged): Promise<CrashTally> {
  const tally = new CrashTally();
  await verifyDirectory(directory, known, tally);
  const program = new Program(directory, pair);
  const client = new Client(await program.opened);
  await verifyAnswers(client, pair, known, tally);
  client.close();
  if ((await program.end()) !== 0) {
    tally.harm("the venue that went on did not end with 0");
  }
  return tally;
}
