import { expect, it } from "vitest";
import type { HaltOrder, IntentStore } from "../index.js";
import { memoryStore, haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const full = new Error("the disk is full");

it("the last word is kept, though it comes while the store still writes the one before", async () => {
  const store = memoryStore();
  const written: (() => void)[] = [];
  const keepHalt: IntentStore["keepHalt"] = async (halt) => {
    await new Promise<void>((resolve) => written.push(resolve));
    await store.keepHalt?.(halt);
  };
  const { trader, client, pass } = scene(undefined, {}, { intents: { ...store, keepHalt } });
  void trader.halt("enough");
  await pass(10);
  trader.resume();
  await pass(10);
  expect(client.haltKeeping).toBe("writing");
  written.shift()?.();
  await pass(10);
  expect((await store.load()).halt).toMatchObject({ reason: "enough" });
  expect(client.haltKeeping).toBe("writing");
  written.shift()?.();
  await pass(10);
  expect((await store.load()).halt).toBeUndefined();
  expect(client.haltKeeping).toBe("kept");
  expect(written).toEqual([]);
});

it("a store that refuses is told again ever more seldom; a new word is told at once, and begins anew", async () => {
  const told: { readonly atMs: number; readonly halt: HaltOrder | undefined }[] = [];
  const keepHalt: IntentStore["keepHalt"] = (halt) => {
    told.push({ atMs: clock.monotonicMs(), halt });
    return Promise.reject(full);
  };
  const { trader, clock, pass } = scene(undefined, {}, { intents: { ...memoryStore(), keepHalt } });
  const waits = () => told.slice(1).map(({ atMs }, index) => atMs - (told[index]?.atMs ?? 0));
  void trader.halt("enough");
  await pass(18_000);
  expect(waits()).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  told.length = 0;
  const resumedAtMs = clock.monotonicMs();
  trader.resume();
  await pass(2_000);
  expect(told[0]).toEqual({ atMs: resumedAtMs, halt: undefined });
  expect(waits()).toEqual([500, 1_000]);
});

it("the log says what a store refused to keep: a halt, and its end", async () => {
  const lines: unknown[] = [];
  const logger = { log: (...line: readonly unknown[]) => void lines.push(line) };
  const intents = { ...memoryStore(), keepHalt: () => Promise.reject(full) };
  const { trader, pass } = scene(undefined, {}, { intents, logger });
  void trader.halt("enough");
  await pass(10);
  trader.resume();
  await pass(10);
  expect(lines).toEqual([
    ["error", "intent-store-failed", { operation: "halt" }],
    ["error", "intent-store-failed", { operation: "resume" }],
  ]);
});

it("a store that refuses is told again where nobody logs it", async () => {
  const store = memoryStore();
  let isFull = true;
  const keepHalt: IntentStore["keepHalt"] = (halt) =>
    isFull ? Promise.reject(full) : (store.keepHalt?.(halt) ?? Promise.resolve());
  const { client, pass } = scene(undefined, {}, { intents: { ...store, keepHalt }, logger: undefined });
  client.halt("enough");
  await pass(100);
  expect(client.haltKeeping).toBe("failed");
  isFull = false;
  await pass(1_000);
  expect(client.haltKeeping).toBe("kept");
  expect((await store.load()).halt).toMatchObject({ reason: "enough" });
});

it("a client that is closed while its store refuses does not say that the halt is kept", async () => {
  let refuse = (): void => undefined;
  const keepHalt: IntentStore["keepHalt"] = () =>
    new Promise((_, reject) => {
      refuse = () => reject(full);
    });
  const { client, pass } = scene(undefined, {}, { intents: { ...memoryStore(), keepHalt } });
  client.halt("enough");
  await pass(10);
  client.close();
  refuse();
  await pass(10_000);
  expect(client.haltKeeping).toBe("failed");
});
