import type { RelayInstanceEvent, RelayInstanceStatus, ShardStatus } from "@depthwire/relay";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sceneContext } from "../../../context.spec-kit.js";
import { textTranscript } from "../../../transcript.spec-kit.js";
import { quietStatus } from "../quiet-status.spec-kit.js";
import { ServeReport } from "./serve-report.js";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 14, 9) });
});
afterEach(() => {
  vi.useRealTimers();
});

const error = new Error("no answer");
const everyEvent: readonly RelayInstanceEvent[] = [
  { kind: "store-unsafe", rounds: 50, unsafeRounds: 3 },
  { kind: "owned", shard: "s07", term: 2 },
  ...(["ran-out", "taken", "newer-term", "handed-over"] as const).map((cause) => ({
    kind: "lost" as const,
    shard: "s07",
    term: 2,
    cause: cause as Extract<RelayInstanceEvent, { readonly kind: "lost" }>["cause"],
  })),
  { kind: "publishing-on", shard: "s07", term: 2 },
  { kind: "lease-unreadable", shard: "s07", key: "main.s07" },
  { kind: "store-failed", store: "leases", error },
  { kind: "store-failed", store: "shared", error: "plain words" },
  { kind: "store-answers", store: "leases" },
  { kind: "store-answers", store: "shared" },
  { kind: "venue-time-failed", error },
  { kind: "hand-over", shard: "s07", to: "beta-1", step: "begun" },
  { kind: "hand-over", shard: "s07", to: "beta-1", step: "done" },
  { kind: "hand-over", shard: "s07", to: "beta-1", step: "failed" },
  { kind: "joined", instance: "beta" },
  { kind: "left", instance: "beta" },
  { kind: "overtaken", owner: "alpha-2" },
  { kind: "venue-differs", instance: "beta", part: "joins" },
  { kind: "venue-differs", instance: "beta", part: "stays" },
  { kind: "lease-differs", instance: "beta", leaseMs: 500, part: "joins" },
  { kind: "lease-differs", instance: "beta", leaseMs: 500, part: "stays" },
  { kind: "plan", revision: 3, instances: ["alpha", "beta"], pairs: 2 },
  { kind: "plan-unreadable", error },
  { kind: "cut-off" },
  { kind: "cut-off-ended" },
];

const shardOf = (shard: string, role: ShardStatus["role"], more: Partial<ShardStatus> = {}): ShardStatus => ({
  shard,
  role,
  roleForMs: 1,
  term: 2,
  owner: "alpha-1",
  pairs: 1,
  live: 1,
  liveForMs: 1,
  lease: "readable",
  leaseAgeMs: 1,
  booksNotLive: [],
  ...more,
});

function open(form: "json" | "text") {
  const { context, streams } = sceneContext("relay serve", form);
  let status: RelayInstanceStatus | undefined;
  const report = new ServeReport(context, () => status);
  return {
    report,
    said: () => streams.text().out,
    is: (more: Partial<RelayInstanceStatus>) => {
      status = { ...quietStatus, ...more };
    },
  };
}

it("every event in words and for programs", async () => {
  const parts: string[] = [];
  for (const form of ["text", "json"] as const) {
    const { report, said } = open(form);
    for (const event of everyEvent) {
      report.hear(event);
    }
    report.end();
    parts.push(said());
  }
  await textTranscript("relay-events", parts);
});

it("what is owned is told when it changed: a moment after an event, else each second, never before it takes part", async () => {
  const parts: string[] = [];
  for (const form of ["text", "json"] as const) {
    const { report, said, is } = open(form);
    const after = (ms: number, what: string): void => {
      const before = said().length;
      vi.advanceTimersByTime(ms);
      parts.push(`${what}: ${said().slice(before) || "nothing\n"}`);
    };
    after(1_000, "no status");
    is({ state: "starting" });
    after(1_000, "it starts");
    is({});
    after(1_000, "it owns nothing");
    after(1_000, "nothing changed");
    is({ shards: [shardOf("s07", "standby", { pairs: 2 })] });
    after(1_000, "it stands by");
    is({ shards: [shardOf("s07", "owner"), shardOf("s09", "standby", { pairs: 3, live: 2 })] });
    report.hear({ kind: "owned", shard: "s07", term: 2 });
    after(249, "a moment before");
    after(1, "one shard");
    is({ shards: [shardOf("s07", "owner", { pairs: 2 }), shardOf("s08", "handing-over", { live: 0 })] });
    report.hear({ kind: "owned", shard: "s08", term: 2 });
    report.hear({ kind: "joined", instance: "beta" });
    after(250, "two shards");
    report.end();
    is({});
    after(5_000, "after its end");
  }
  await textTranscript("relay-owns", parts);
});

it("knows which shards were lost for which cause", () => {
  const { report } = open("json");
  report.hear({ kind: "lost", shard: "s07", term: 2, cause: "taken" });
  report.hear({ kind: "lost", shard: "s08", term: 2, cause: "ran-out" });
  report.hear({ kind: "owned", shard: "s09", term: 2 });
  expect(report.lostFor("taken", ["s07", "s08", "s09"])).toEqual(["s07"]);
  expect(report.lostFor("taken", ["s08", "s09"])).toEqual([]);
  report.end();
});
