import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ValidationError } from "@depthwire/core";
import type { Command } from "@depthwire/exchange";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { VirtualClock } from "../clock/virtual-clock.js";
import { ExchangeHost } from "../host/exchange-host.js";
import { journalSettings } from "../spec-support/journal-settings.js";
import { JournalStore } from "./journal-store.js";
import { openJournal } from "./open-journal.js";
import { pageText } from "./page-text.js";

const config = { seed: 1, markets: lawMarkets };
const options = {
  durability: "process",
  history: "keep",
  maxReplayMs: 60_000,
  largeVenue: 4_000,
  olderState: "refuse",
  atLeast: 0,
  terms: journalSettings.terms,
  failed: () => {},
} as const;
const poisoned: Command = {
  kind: "place-order",
  account: 1001,
  pair: "4BTC_USDT",
  side: "open-long",
  type: "limit",
  price: 1,
  quantity: Number.NaN,
};
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-poison-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

describe("a poisoned command", () => {
  it("in the journal is found at the start, with a typed error", async () => {
    const store = await JournalStore.open(directory, {
      waitFor: "system",
      olderState: "refuse",
      settings: journalSettings,
    });
    await store.goOn(0);
    await store.writePage({ first: 1, text: pageText(["1", JSON.stringify([2, poisoned])]) }, 2);
    await store.close();
    const start = openJournal(directory, config, options);
    await expect(start).rejects.toMatchObject({ code: "store-corrupt", cause: expect.any(ValidationError) });
    await expect(start).rejects.toThrow("command.place-order.quantity");
  });

  it("never gets into the journal, which goes on", async () => {
    const kept = await openJournal(directory, config, options);
    const host = new ExchangeHost(config, new VirtualClock(1000), kept);
    expect(() => host.apply(poisoned)).toThrow(ValidationError);
    host.apply({ kind: "credit", account: 1001, coin: "USDT", amount: "5", purse: "contract" });
    await host.kept();
    await kept.journal.close();
    const again = await openJournal(directory, config, options);
    expect(again.exchange.state.users.get(1001)?.coins.get("USDT")?.free.balance).toBe(50_000_000_000n);
    await again.journal.close();
  });
});
