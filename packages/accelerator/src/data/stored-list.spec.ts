import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DataStore } from "./data-store.js";
import { recordKinds } from "./record-keys.js";
import { StoredList } from "./stored-list.js";

const kind = recordKinds.intents;

it("is rewritten when it has grown long, and means the same afterwards", async () => {
  const directory = await mkdtemp(join(tmpdir(), "depthwire-accelerator-list-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const owner = { venue: "v", account: "a" };
  const open = (): Promise<DataStore> =>
    DataStore.open(directory, { owner, olderState: "refuse", newRun: () => "run", nowMs: () => 0 });
  for (let start = 0; start < 3; start++) {
    const store = await open();
    const state = new Map<number, number>();
    const summary = (): Iterable<object> => [...state].map(([key, value]) => ({ key, value }));
    const list = await StoredList.open(store, { kind, summary, rewriteAfter: 20 }, (record) => {
      const { key, value } = record as { readonly key: number; readonly value: number };
      state.set(key, value);
    });
    expect([...state.values()]).toEqual(start === 0 ? [] : Array.from({ length: 5 }, () => start * 100 - 1));
    for (let n = 0; n < 100; n++) {
      const record = { key: n % 5, value: start * 100 + (n < 95 ? n : 99) };
      state.set(record.key, record.value);
      await store.write([list.add(record)], "system");
    }
    expect((await store.list(kind)).length).toBeLessThanOrEqual(45);
    await store.close();
  }
});
