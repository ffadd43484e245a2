import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UnknownOutcome } from "@depthwire/core";
import type { HaltOrder } from "@depthwire/rest";
import { expect, it, onTestFinished } from "vitest";
import { DataStore } from "./data-store.js";
import { openIntents } from "./kept-intents.js";
import { keyOf, recordKinds } from "./record-keys.js";

const owner = { venue: "v", account: "a" };
const besideKind = recordKinds.answers;

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), "depthwire-accelerator-intents-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return async () => {
    const store = await DataStore.open(directory, { owner, olderState: "refuse", newRun: () => "run", nowMs: () => 0 });
    let asked = 0;
    const intents = await openIntents(store, (clientOrderId) => [
      { key: keyOf(besideKind, asked++), value: clientOrderId },
    ]);
    return { store, intents };
  };
}

function order(clientOrderId: string): UnknownOutcome {
  return { operation: "usdt.placeOrder", clientOrderId, signedAtMs: 5 };
}

const halt: HaltOrder = { reason: "told", sinceMs: 7, scope: "account", plans: "cancel" };

it("remembers what was begun, how it ended and with which client id, in the next process too", async () => {
  const open = await openFolder();
  const first = await open();
  expect(await first.intents.load()).toEqual({ intents: [] });
  for (const id of ["open", "answered", "refused", "unknown", "finished"]) {
    await first.intents.begin(order(id));
  }
  await first.intents.end(order("answered"), "answered");
  await first.intents.end(order("refused"), "refused");
  await first.intents.end(order("unknown"), "unknown");
  await first.intents.end(order("finished"), "answered");
  await first.intents.finished(order("finished"));
  const remembered = await first.intents.load();
  expect(await first.store.list(besideKind)).toEqual(
    ["open", "answered", "refused", "unknown", "finished"].map((text, n) => ({ n, text })),
  );
  await first.store.close();

  const second = await open();
  const ends = Object.fromEntries(
    (await second.intents.load()).intents.map(({ intent, end }) => [intent.clientOrderId, end]),
  );
  // The id of a refused order is not used again either.
  const refused = "finished";
  expect(ends).toEqual({ open: undefined, answered: "answered", refused, unknown: "unknown", finished: "finished" });
  expect(await second.intents.load()).toEqual(remembered);
  await second.store.close();
});

it("keeps a halt over a restart, and that it has ended too", async () => {
  const open = await openFolder();
  const first = await open();
  await first.intents.keepHalt(halt);
  expect((await first.intents.load()).halt).toEqual(halt);
  await first.store.close();

  const second = await open();
  expect((await second.intents.load()).halt).toEqual(halt);
  await second.intents.keepHalt(undefined);
  expect((await second.intents.load()).halt).toBeUndefined();
  await second.store.close();

  const third = await open();
  expect((await third.intents.load()).halt).toBeUndefined();
  await third.store.close();
});

it("an intent that cannot be kept was not sent, and is said to be none", async () => {
  const { store, intents } = await (await openFolder())();
  await store.close();
  await expect(intents.begin(order("lost"))).rejects.toMatchObject({ name: "StoreError" });
  expect((await intents.load()).intents).toEqual([]);
  await expect(intents.keepHalt(halt)).rejects.toMatchObject({ name: "StoreError" });
});
