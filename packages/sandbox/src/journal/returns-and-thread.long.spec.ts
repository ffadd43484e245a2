import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalText } from "@depthwire/exchange/internal";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type JournalledCopy, JournalledVenue, journalledConfig } from "../spec-support/journalled-venue.js";
import { checkData } from "./check-data.js";
import { recover } from "./recover.js";

let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-returns-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

/** @returns what the process warned of: a thread that is given up for good says so */
function warnings(): readonly unknown[][] {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

function textOf({ exchange }: Pick<JournalledVenue, "exchange">): string {
  return canonicalText(exchange.state);
}

/** The state that a start would find now. */
async function keptText({ store }: JournalledVenue, from: "snapshot" | "beginning"): Promise<string> {
  return textOf(await recover(store, journalledConfig, from));
}

/** A sandbox whose snapshots a thread makes. It goes back, and kills itself at a step of the journal: nothing runs after that. */
const victim = `
import { once } from "node:events";
import { startSandbox } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url))};
const [dataDirectory, lastStep, count] = process.argv.slice(1);
let met = -1;
let snapshots = 0;
const journalObserver = (step) => {
  snapshots += step === "snapshot-written" ? 1 : 0;
  met += met >= 0 && step === lastStep ? 1 : 0;
  if (met === Number(count)) process.kill(process.pid, "SIGKILL");
};
const options = { pairs: ["4BTC_USDT"], tickIntervalMs: 5, maxReplayMs: 20, largeVenue: 0, journalHistory: "keep" };
const { snapshots: venue } = await startSandbox({ ...options, dataDirectory, journalObserver });
const untilOneMore = async () => {
  for (const seen = snapshots; snapshots === seen; ) await new Promise((resolve) => setTimeout(resolve, 5));
};
await untilOneMore();
venue.take("one");
await untilOneMore();
met = 0;
venue.goBack("one");
`;

/** Runs the victim until it is dead. @returns what it said before */
async function runVictim(step: string, count: number): Promise<string> {
  const args = ["--input-type=module", "--eval", victim, directory, step, String(count)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const [, signal] = await once(child, "close");
  expect(signal, Buffer.concat(said).toString()).toBe("SIGKILL");
  return Buffer.concat(said).toString();
}

describe("a venue whose snapshots a thread makes", () => {
  it("goes back without waiting for the snapshot that the thread is making, which never counts", async () => {
    const warned = warnings();
    let onceWritten = (): void => {};
    const venue = await JournalledVenue.open(directory, {
      maxReplayMs: 0,
      observe: (step) => {
        venue.steps.push(step);
        if (step === "page-written") {
          onceWritten();
        }
      },
    });
    for (const hasThread of [false, true]) {
      const copy = venue.copy();
      if (hasThread) {
        await venue.trade(1);
        await vi.waitFor(() => expect(venue.steps.at(-1)).toBe("trimmed"), { timeout: 30_000 });
      }
      const { length } = venue.steps;
      // A snapshot begins with every page that is kept; this one's is asked for in the same turn as the return.
      onceWritten = () => {
        onceWritten = () => {};
        venue.goBack(copy);
      };
      await venue.trade(1);
      await venue.journal.kept();
      expect(venue.steps.slice(length, length + 4)).toEqual([
        "page-begun",
        "page-written",
        "page-begun",
        "page-written",
      ]);
      await vi.waitFor(() => expect(venue.steps.at(-1)).toBe("trimmed"), { timeout: 30_000 });
      expect((await keptText(venue, "snapshot")) === canonicalText(venue.exchange.state)).toBe(true);
    }
    // The next thread goes on from there.
    await venue.tradeToSnapshot();
    expect((await keptText(venue, "snapshot")) === textOf(venue)).toBe(true);
    await venue.journal.close();
    expect(warned).toEqual([]);
    expect(venue.steps).not.toContain("store-failed");
  }, 60_000);

  it.each(["keep", "trim"] as const)(
    "has them after each return and start (%s)",
    async (history) => {
      const warned = warnings();
      let venue = await JournalledVenue.open(directory, { history });
      for (let life = 0; life < 2; life++) {
        const copies: JournalledCopy[] = [];
        for (let i = 0; i < 2; i++) {
          copies.push(venue.copy());
          await venue.tradeToSnapshot();
        }
        for (const copy of [copies[1], copies[0]] as JournalledCopy[]) {
          venue.goBack(copy);
          // At once, and when a thread has made a snapshot of what followed.
          await venue.journal.kept();
          expect((await keptText(venue, "snapshot")) === textOf(venue)).toBe(true);
          await venue.tradeToSnapshot();
          await venue.trade(3);
          expect((await keptText(venue, "snapshot")) === textOf(venue)).toBe(true);
        }
        if (history === "keep") {
          expect((await keptText(venue, "beginning")) === textOf(venue)).toBe(true);
        }
        const text = textOf(venue);
        await venue.journal.close();
        expect(venue.steps).not.toContain("store-failed");
        venue = await JournalledVenue.open(directory, { history });
        expect(textOf(venue) === text).toBe(true);
      }
      await venue.journal.close();
      expect(warned).toEqual([]);
    },
    60_000,
  );

  // The first commit behind a return may be one that was under way.
  it.each([
    ["page-written", 1],
    ["page-written", 2],
    ["snapshot-part-written", 1],
    ["trimmed", 2],
  ])(
    "that is killed at %s, number %i behind a return, starts with what it has lived through",
    async (step, count) => {
      const said = await runVictim(step, count);
      expect(said).not.toContain("snapshot-thread");
      // From the latest snapshot and from the first command on, the same state.
      expect(await checkData(directory)).toMatchObject({ replayIsEqual: true, unbalanced: [] });
    },
    60_000,
  );
});
