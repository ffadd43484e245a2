import { it } from "vitest";
import { stylesFor } from "../../program/styles.js";
import type { RecordedGap } from "../../recordings/channel-count.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";
import { textTranscript } from "../../transcript.spec-kit.js";
import { inspectionText } from "./inspection-text.js";

const atMs = Date.UTC(2026, 10, 14, 9, 5, 1, 250);
type Row = InspectedRecording["channels"][number];

const row = (channel: string, more: Partial<Row> = {}): Row =>
  ({
    channel,
    pair: "4BTC_USDT",
    kind: "depth",
    frames: 1_200,
    snapshots: 0,
    levels: 0,
    deals: 0,
    klines: 0,
    fills: 0,
    unreadable: 0,
    gaps: 0,
    firstMs: atMs,
    lastMs: atMs + 60_000,
    ...more,
  }) as Row;

const plain: InspectedRecording = {
  directory: "recording",
  segments: 1,
  bytes: 130_000,
  runs: [{ run: "one", segments: 1, firstMs: atMs, lastMs: atMs + 60_000, elapsedMs: 60_000 }],
  frames: 1,
  frameBytes: 100,
  firstMs: atMs,
  lastMs: atMs + 60_000,
  connections: { opened: 1, closed: 0 },
  checkpoints: 1,
  refusals: 0,
  unreadable: 0,
  channels: [row("4BTC_USDT_depth")],
  gaps: [],
  gapsNotListed: 0,
  damaged: [],
  torn: [],
};

const reasons: readonly RecordedGap["reason"][] = [
  "connection-lost",
  "sequence",
  "not-recorded",
  "relay-silent",
  "relay-disconnected",
  "relay-gap",
  "relay-malformed",
  "owner-changed",
  "upstream-not-live",
  "disconnected",
  "thread-lost",
  "overflow",
  "rejected",
  "damaged-frame",
  "internal-error",
  "hole",
  "history-unavailable",
];
const gapOf = (reason: RecordedGap["reason"], index: number): RecordedGap => ({
  channel: index % 2 === 0 ? "4BTC_USDT_depth" : "unknown_channel",
  pair: "4BTC_USDT",
  fromMs: atMs + index * 1_000,
  toMs: atMs + index * 1_000 + 250 * (index + 1),
  reason,
});

const whole: InspectedRecording = {
  ...plain,
  segments: 12,
  bytes: 12_345_678,
  runs: [...plain.runs, { run: "two", segments: 11, firstMs: atMs, lastMs: atMs, elapsedMs: 3_540_000 }],
  frames: 123_456,
  connections: { opened: 3, closed: 2 },
  checkpoints: 24,
  refusals: 1,
  unreadable: 2,
  channels: [
    row("4BTC_USDT_depth", { snapshots: 3, levels: 12_345, gaps: 2 }),
    row("4BTC_USDT_deals", { deals: 77, unreadable: 1, firstMs: atMs, lastMs: atMs + 999 }),
    row("4BTC_USDT_kline_1min", { klines: 5, firstMs: atMs, lastMs: atMs + 1_000, frames: 2 }),
    row("private", { fills: 4, firstMs: undefined, lastMs: undefined }),
  ],
  gaps: reasons.slice(0, 12).map(gapOf),
  damaged: [
    { file: "0001.seg", offset: 17, why: "a checksum is wrong", lostBytes: 1 },
    { file: "0002.seg", offset: 1_000, why: "a block is cut off", lostBytes: 0 },
    { file: "0003.seg", offset: 0, why: "no header", lostBytes: 2_345 },
  ] as unknown as InspectedRecording["damaged"],
  torn: [
    { file: "0012.seg", offset: 99, bytes: 1 },
    { file: "0013.seg", offset: 5, bytes: 7 },
  ] as unknown as InspectedRecording["torn"],
};

it("what a recording holds, word for word, on wide and narrow screens", async () => {
  const styles = (isTerminal: boolean) => stylesFor({ isTerminal, environment: {} });
  const say = (found: InspectedRecording, columns = 160): string => inspectionText(found, columns, styles(false));
  const nothing = { ...plain, channels: [], runs: [], firstMs: undefined, lastMs: undefined, frames: 0, segments: 0 };
  await textTranscript("inspection", [
    say(plain),
    say(nothing),
    say({ ...plain, firstMs: undefined }),
    say({ ...plain, runs: [{ ...plain.runs[0], elapsedMs: 0 } as (typeof plain.runs)[number]] }),
    say({ ...plain, firstMs: 1e300 }),
    ...[160, 100, 80, 60, 40, 20].map((columns) => say(whole, columns)),
    say({ ...plain, gaps: reasons.slice(5).map(gapOf) }),
    say({ ...plain, gaps: reasons.slice(4).map(gapOf), gapsNotListed: 5_000 }),
    say({ ...plain, gaps: reasons.slice(0, 1).map(gapOf), gapsNotListed: 1 }),
    say({ ...plain, gaps: reasons.slice(5).map(gapOf), gapsNotListed: 1 }),
    inspectionText(whole, 160, styles(true)),
  ]);
});
