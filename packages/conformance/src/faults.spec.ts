import { readFileSync } from "node:fs";
import type { FaultRule } from "@depthwire/sandbox";
import { expect, it } from "vitest";
import { bookFaults } from "./books/book-faults.js";
import type { BookStage } from "./books/book-stage.js";
import { findingKinds } from "./case.js";
import { fillFaults } from "./fills/fill-faults.js";
import { jobs } from "./jobs.js";
import { orderFaults } from "./orders/order-faults.js";

const guide = readFileSync(new URL("../../../docs/guides/conformance.md", import.meta.url), "utf8");

it("the guide tells of every fault and finding in the words of the command, in its order", () => {
  const rows = [...guide.matchAll(/^\| `([a-z0-9-]+)` \| ([^|`]+) \|/gm)].map(([, name, says]) => [name, says]);
  const faults = jobs.map(({ fault, says }) => [fault, says]);
  expect(rows).toEqual([...Object.entries(findingKinds), ...faults]);
});

/** What the sandbox is asked to do, by fault of the books; nothing where the kit itself acts. */
async function orderedOf(name: string): Promise<readonly FaultRule[]> {
  const ordered: FaultRule[] = [];
  let cleared = 0;
  const faults = {
    add: (...rules: readonly FaultRule[]) => void ordered.push(...rules),
    pending: () => [],
    clear: () => void cleared++,
  };
  const stage = { pair: "P", sandbox: { faults } } as unknown as BookStage;
  await bookFaults[name]?.happen(stage);
  expect(cleared).toBe(1);
  return ordered;
}

const ofPair = { pair: "P" };
const ofSnapshot = { ...ofPair, on: "snapshots" };
const cut = { ...ofPair, kind: "cut" };

it.each([
  ["lost", { ...ofPair, kind: "drop", count: 3 }],
  ["lost-often", { ...ofPair, kind: "drop", count: 8, probability: 0.33 }],
  ["numbers-left-out", { ...ofPair, kind: "gap", by: 3 }],
  ["doubled", { ...ofPair, kind: "duplicate", count: 5 }],
  ["swapped", { ...ofPair, kind: "reorder" }],
  ["late", { ...ofPair, kind: "delay", ms: 1_500 }],
  ["old-snapshot", { ...ofPair, kind: "old-snapshot", by: 5 }],
  ["corrupt", { ...ofPair, kind: "corrupt", bits: 3 }],
  ["truncated", { ...ofPair, kind: "truncate", bytes: 20 }],
  ["unknown-marker", { ...ofPair, kind: "unknown-marker" }],
  ["not-json", { ...ofPair, kind: "not-json" }],
  ["wrong-shape", { ...ofPair, kind: "wrong-shape" }],
  ["wrong-pair", { ...ofPair, kind: "wrong-pair" }],
  ["ambiguous", { ...ofPair, kind: "ambiguous" }],
  ["crossed", { ...ofPair, kind: "crossed" }],
  ["bomb", { ...ofPair, kind: "bomb", bytes: 8_388_608 }],
  ["oversize", { ...ofPair, kind: "oversize", bytes: 5_000_000 }],
  ["cut", cut],
  ["closed", { ...ofPair, kind: "close", code: 1012 }],
  ["refused", cut, { kind: "refuse", count: 3 }],
  ["silent", { ...ofPair, kind: "black-hole" }],
  ["snapshot-lost", { ...ofSnapshot, kind: "drop" }, cut],
  ["snapshot-corrupt", { ...ofSnapshot, kind: "corrupt", bits: 3 }, cut],
  ["snapshot-late", { ...ofSnapshot, kind: "delay", ms: 2_000 }, cut],
  ["snapshot-crossed", { ...ofSnapshot, kind: "crossed" }, cut],
] as const)("%s is this at the sandbox", async (name, ...rules) => {
  expect(await orderedOf(name)).toEqual(rules);
});

it("a fault that concerns the process or the venue is done to that, and no other is", async () => {
  const done: string[] = [];
  const stage = {
    proxy: { die: () => void done.push("died") },
    restart: async () => void done.push("restarted"),
  } as unknown as BookStage;
  await bookFaults["dead"]?.happen(stage);
  await bookFaults["restarted"]?.happen(stage);
  expect(done).toEqual(["died", "restarted"]);
  const proxied = Object.entries(bookFaults).flatMap(([name, { isProxied }]) => (isProxied ? [name] : []));
  expect(proxied).toEqual([
    "dead",
    "doubled-level",
    "unknown-deletion",
    "zero-quantity",
    "negative-quantity",
    "number-missing",
    "both-kinds",
    "contradiction",
    "other-pair",
    "old-update",
    "snapshot-without-number",
    "counter-begins-anew",
  ]);
});

it("each fault of the books names the rules that it tries", () => {
  const rules = Object.entries(bookFaults).map(([name, fault]) => `${name} ${fault.rules.join(" ")}`);
  expect(rules).toEqual([
    "nothing 1 16",
    "lost 4",
    "lost-often 4 11",
    "numbers-left-out 4",
    "doubled 3",
    "swapped 3 4",
    "late 14",
    "old-snapshot 2",
    "corrupt 13",
    "truncated 13",
    "unknown-marker 13",
    "not-json 13",
    "wrong-shape 12 13",
    "wrong-pair 12",
    "ambiguous 7",
    "crossed 10",
    "bomb 9 13",
    "oversize 9 13",
    "cut 6",
    "closed 6",
    "refused 6 11",
    "silent 14",
    "dead 14",
    "snapshot-lost 11",
    "snapshot-corrupt 11 13",
    "snapshot-late 11",
    "snapshot-crossed 10",
    "restarted 2 3 6",
    "stopped 15",
    "doubled-level 8",
    "unknown-deletion 8",
    "zero-quantity 8",
    "negative-quantity 8",
    "number-missing 12",
    "both-kinds 1",
    "contradiction 2",
    "other-pair 12",
    "old-update 3",
    "snapshot-without-number 5",
    "counter-begins-anew 3",
  ]);
});

it("what happens to orders and to fills is this at the sandbox", () => {
  const faultsOf = (all: Readonly<Record<string, { readonly faults: readonly object[] }>>) =>
    Object.fromEntries(Object.entries(all).map(([name, { faults }]) => [name, faults]));
  const after = { when: "after" };
  expect(faultsOf(orderFaults)).toEqual({
    "order-answered": [],
    "order-cut-before": [{ kind: "cut-request" }],
    "order-cut-after": [{ kind: "cut-request", ...after }],
    "order-503-before": [{ kind: "http-error" }],
    "order-503-after": [{ kind: "http-error", ...after }],
    "order-page": [{ kind: "html", ...after }],
    "order-empty": [{ kind: "empty", ...after }],
    "order-late": [{ kind: "late", ms: 4_000, ...after }],
    "order-busy": [{ kind: "refusal", code: 4003 }],
    "order-too-often": [{ kind: "refusal", code: 2091 }],
    "order-clock": [{ kind: "clock-skew", skewMs: 40_000 }],
  });
  expect(faultsOf(fillFaults)).toEqual({
    "fills-told": [],
    "fills-lost": [{ kind: "drop", probability: 0.33, count: 6 }],
    "fills-doubled": [{ kind: "duplicate", count: 10 }],
    "fills-swapped": [{ kind: "reorder", count: 3 }],
    "fills-cut": [{ kind: "cut", count: 2 }],
    "fills-silent": [{ kind: "black-hole" }],
    "fills-corrupt": [{ kind: "corrupt", bits: 3, count: 2 }],
  });
});
