import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@depthwire/exchange/internal";
import { canonicalText } from "@depthwire/exchange/internal";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { startSandbox } from "../sandbox.js";
import { journalSettings } from "../spec-support/journal-settings.js";
import { paths } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { checkData } from "./check-data.js";
import { heldSocket } from "./held-socket.js";
import { Journal, type JournalOptions } from "./journal.js";
import { JournalStore } from "./journal-store.js";
import { recover } from "./recover.js";
import { partsOf } from "./snapshot-text.js";

const config = { seed: 1, markets: lawMarkets };
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-journal-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

interface Kept {
  readonly store: JournalStore;
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly happened: string[];
  /** One tick, carried out and kept. */
  tick(at: number): void;
}

async function openKept(changes: Partial<JournalOptions> = {}): Promise<Kept> {
  const store = await JournalStore.open(directory, {
    waitFor: "system",
    olderState: "refuse",
    settings: journalSettings,
  });
  onTestFinished(() => store.close());
  const { exchange, recordsKept, last, replayMs } = await recover(store, config, "snapshot");
  await store.goOn(last);
  const happened: string[] = [];
  const journal = new Journal(
    store,
    exchange,
    { last, replayMs, recordsKept },
    {
      config,
      durability: "process",
      history: "trim",
      maxReplayMs: 60_000,
      largeVenue: 4_000,
      goBack: () => Promise.resolve(),
      observe: (step) => happened.push(step),
      failed: ({ code }) => happened.push(code),
      ...changes,
    },
  );
  const tick = (at: number): void => {
    journal.carryOut({ kind: "tick" }, at, (command, time) => exchange.apply(command, time));
  };
  return { store, exchange, journal, happened, tick };
}

it("a snapshot is read as it was written, whatever stands where its parts meet", async () => {
  const { store } = await openKept();
  for (const [last, text] of [`${"a".repeat(262_143)}😀b`, "😀".repeat(262_145), "a😀".repeat(200_000)].entries()) {
    await store.writeSnapshot({ last, ranges: [], writings: partsOf(text) }, () => {});
    expect((await store.readSnapshot())?.text === text).toBe(true);
  }
});

describe("a journal", () => {
  it("keeps the commands of a turn together, and tells their effects afterwards, in order", async () => {
    const { journal, happened, tick } = await openKept();
    tick(1000);
    journal.whenKept(() => happened.push("first"));
    tick(1001);
    journal.whenKept(() => happened.push("second"));
    await journal.kept();
    journal.whenKept(() => happened.push("at once"));
    expect(happened).toEqual(["page-begun", "page-written", "first", "second", "at once"]);
    expect(journal.kept()).toBeUndefined();
  });

  it("lets a socket say nothing before that", async () => {
    const { journal, happened, tick } = await openKept();
    const note = (what: string) => () => happened.push(what);
    const socket = {
      bufferedBytes: () => 0,
      send: note("send"),
      ping: note("ping"),
      close: note("close"),
      cut: note("cut"),
    };
    const held = heldSocket(socket, journal);
    tick(1000);
    held.send({ data: new Uint8Array(), binary: false });
    held.close(1000, "");
    expect(happened).toEqual([]);
    await journal.kept();
    expect(happened).toEqual(["page-begun", "page-written", "send", "close"]);
  });

  it("waits for nothing when it is relaxed", async () => {
    const { journal, happened, tick } = await openKept({ durability: "relaxed" });
    tick(1000);
    journal.whenKept(() => happened.push("told"));
    expect(happened).toEqual(["told"]);
    expect(journal.kept()).toBeUndefined();
    await journal.close();
    expect(happened.slice(0, 3)).toEqual(["told", "page-begun", "page-written"]);
  });

  it("leads to the same state from its snapshot, and from its beginning while that is kept", async () => {
    const { exchange, journal, happened, tick } = await openKept({ maxReplayMs: 1, history: "keep" });
    for (let i = 0; i < 200; i++) {
      tick(1000 + i * 100);
      await journal.kept();
    }
    const text = canonicalText(exchange.state);
    await journal.close();
    expect(happened.filter((step) => step === "snapshot-written").length).toBeGreaterThan(1);
    const store = await JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
    const [late, early] = [await recover(store, config, "snapshot"), await recover(store, config, "beginning")];
    await store.close();
    expect(canonicalText(late.exchange.state)).toBe(text);
    expect(canonicalText(early.exchange.state)).toBe(text);
    expect(late.replayed).toBeLessThan(200);
    expect(early.replayed).toBe(200);
  });

  it("forgets what a snapshot has made unnecessary", async () => {
    const { journal, tick } = await openKept();
    for (let i = 0; i < 20; i++) {
      tick(1000 + i);
    }
    await journal.close();
    const store = await JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
    expect(await store.firstCommand()).toBeUndefined();
    await store.close();
  });

  it("acknowledges nothing more when it cannot write", async () => {
    const { store, journal, happened, tick } = await openKept();
    tick(1000);
    journal.whenKept(() => happened.push("told"));
    const kept = journal.kept();
    const refused = expect(kept).rejects.toMatchObject({ code: "store-failed" });
    await store.close();
    await refused;
    expect(happened).toEqual(["page-begun", "store-failed"]);
    expect(() => tick(1001)).toThrow(expect.objectContaining({ code: "store-failed" }));
    expect(journal.failure).toMatchObject({ code: "store-failed" });
  });

  it("takes nothing more after a command that failed half-way", async () => {
    const { journal, exchange, tick } = await openKept();
    tick(1000);
    await journal.kept();
    const text = canonicalText(exchange.state);
    const fail = (): never => {
      exchange.state.ticks += 1;
      throw new Error("half-way");
    };
    expect(() => journal.carryOut({ kind: "tick" }, 1001, fail)).toThrow("half-way");
    expect(() => tick(1002)).toThrow(expect.objectContaining({ code: "store-failed" }));
    await journal.close();
    const store = await JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
    expect(canonicalText((await recover(store, config, "snapshot")).exchange.state)).toBe(text);
    await store.close();
  });
});

describe("checkData", () => {
  it("tells what stands in a directory", async () => {
    const sandbox = await startSandbox({ pairs: 1, dataDirectory: directory, journalHistory: "keep" });
    const transfer = { symbol: "USDT", amount: "12.5", type: 0 };
    expect(await new RestKit(sandbox).post(paths.transfer, transfer)).toMatchObject({ state: 0 });
    await expect(checkData(directory)).rejects.toMatchObject({ code: "store-locked" });
    await sandbox.close();
    const { balances, exchange, ...report } = await checkData(directory);
    expect(report).toMatchObject({ unbalanced: [], replayIsEqual: true, replayed: 0 });
    expect(balances.get("user/100001/wallet/USDT")).toBe("9987.5");
    expect(exchange.markets.map(({ pair }) => pair)).toEqual(sandbox.pairs);
  });

  it("says nothing about a replay when the beginning is forgotten", async () => {
    await (await startSandbox({ pairs: 1, dataDirectory: directory })).close();
    expect((await checkData(directory)).replayIsEqual).toBeUndefined();
  });

  it("refuses a directory of somebody else", async () => {
    await expect(checkData(directory)).rejects.toMatchObject({ code: "store-foreign" });
  });
});
