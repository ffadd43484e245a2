import type { Styles } from "../../program/styles.js";
import type { RecordedGap } from "../../recordings/channel-count.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";
import { type Column, layOut, plainText, styledText } from "../../screen/layout.js";
import { count, duration, megabytes } from "../../screen/number-format.js";
import { clockTime, dayAndTime } from "../../screen/time-format.js";
import { shortChannelName } from "../../venue/known-channel.js";

type Row = InspectedRecording["channels"][number];

/** What came within less time has no rate that means anything. */
const minRatedMs = 1_000;

/** More lines nobody reads; `--json` has them. */
const maxGapLines = 12;

const green = "32";
const red = "31";

const reasons: Readonly<Record<RecordedGap["reason"], string>> = {
  "connection-lost": "the connection ended",
  sequence: "numbers are missing",
  "not-recorded": "nobody recorded",
  "relay-silent": "the relay's owner was not heard",
  "relay-disconnected": "the bus was away",
  "relay-gap": "messages of the relay are missing",
  "relay-malformed": "a message of the relay could not be used",
  "owner-changed": "another owner of the relay took over",
  "upstream-not-live": "the relay's owner was not live itself",
  disconnected: "the connection behind the feed ended",
  "thread-lost": "the thread behind the feed was gone",
  overflow: "the reader was too slow",
  rejected: "a message could not be read",
  "damaged-frame": "a frame was damaged",
  "internal-error": "a defect of the feed",
  hole: "candles are missing",
  "history-unavailable": "the venue gave no older candles",
};

/** What a recording holds, for people. */
export function inspectionText(found: InspectedRecording, columns: number, styles: Styles): string {
  const lines = layOut(columnsFor(found), found.channels, columns).map(styles.isColoured ? styledText : plainText);
  const noChannels = found.channels.length === 0 ? ["It holds no message of any channel."] : lines;
  return [...headLines(found, styles), "", ...noChannels, ...gapLines(found), ...endLines(found, styles)].join("\n");
}

function headLines(
  { directory, segments, bytes, runs, frames, firstMs, lastMs, ...found }: InspectedRecording,
  styles: Styles,
): string[] {
  const elapsedMs = runs.reduce((sum, run) => sum + run.elapsedMs, 0);
  const rate = elapsedMs > 0 ? `, ${((frames * 1000) / elapsedMs).toFixed(1)}/s` : "";
  const others = [
    `${plural(found.connections.opened, "connection")}`,
    `${plural(found.checkpoints, "checkpoint")}`,
    ...(found.refusals > 0 ? [`${plural(found.refusals, "refusal")} of the venue`] : []),
    ...(found.unreadable > 0 ? [`${plural(found.unreadable, "unreadable frame")}`] : []),
  ];
  const times =
    firstMs === undefined || lastMs === undefined
      ? []
      : [`${dayAndTime(firstMs)} to ${dayAndTime(lastMs)} UTC, ${duration(elapsedMs)}`];
  return [
    `${styles.bold(directory)}  ${plural(segments, "segment")} of ${plural(runs.length, "run")}, ${megabytes(bytes)} MB`,
    ...times,
    `${plural(frames, "frame")}${rate}, ${others.join(", ")}`,
  ];
}

function columnsFor({ channels }: InspectedRecording): readonly Column<Row>[] {
  const amount = (heading: string, rank: number, value: (row: Row) => number): Column<Row>[] =>
    channels.some((row) => value(row) > 0)
      ? [{ heading, align: "right", rank, cell: (row) => (value(row) === 0 ? "" : count(value(row))) }]
      : [];
  return [
    { heading: "channel", align: "left", rank: 0, cell: shortChannelName },
    { heading: "frames", align: "right", rank: 1, cell: ({ frames }) => count(frames) },
    { heading: "/s", align: "right", rank: 6, cell: rateOf },
    ...amount("snapshots", 8, ({ snapshots }) => snapshots),
    ...amount("levels", 3, ({ levels }) => levels),
    ...amount("deals", 4, ({ deals }) => deals),
    ...amount("candles", 5, ({ klines }) => klines),
    ...amount("fills", 5, ({ fills }) => fills),
    ...amount("unreadable", 2, ({ unreadable }) => unreadable),
    {
      heading: "gaps",
      align: "right",
      rank: 2,
      cell: ({ gaps }) => count(gaps),
      style: ({ gaps }) => (gaps > 0 ? red : green),
    },
    { heading: "first", align: "left", rank: 7, cell: ({ firstMs }) => timeOf(firstMs) },
    { heading: "last", align: "left", rank: 7, cell: ({ lastMs }) => timeOf(lastMs) },
  ];
}

function timeOf(atMs: number | undefined): string {
  return atMs === undefined ? "" : clockTime(atMs);
}

function rateOf({ frames, firstMs = 0, lastMs = 0 }: Row): string {
  return lastMs - firstMs >= minRatedMs ? ((frames * 1000) / (lastMs - firstMs)).toFixed(1) : "";
}

function gapLines({ gaps, gapsNotListed, channels }: InspectedRecording): string[] {
  if (gaps.length === 0) {
    return [];
  }
  const shorts = new Map(channels.map((row) => [row.channel, shortChannelName(row)]));
  const more = gaps.length - maxGapLines + gapsNotListed;
  const lines = gaps.slice(0, maxGapLines).map(({ channel, fromMs, toMs, reason }) => {
    const name = shorts.get(channel) ?? channel;
    return `  ${name}  ${clockTime(fromMs)} to ${clockTime(toMs)} (${duration(toMs - fromMs)}): ${reasons[reason]}`;
  });
  return ["", "Gaps", ...lines, ...(more > 0 ? [`  and ${count(more)} more; --json lists them`] : [])];
}

function endLines({ damaged, torn }: InspectedRecording, styles: Styles): string[] {
  const damage = damaged.map(({ file, offset, why, lostBytes }) => {
    const lost = lostBytes > 0 ? `; ${plural(lostBytes, "byte")} from there were not read` : "";
    return `  ${file} at byte ${offset}: ${why}${lost}`;
  });
  const tears = torn.map(
    ({ file, offset, bytes }) =>
      `${file} ends within an entry, ${plural(bytes, "byte")} from ${offset} on: its program was killed. Nothing before is lost.`,
  );
  return [
    ...(damage.length > 0 ? ["", styles.bad("Damaged"), ...damage] : []),
    ...(tears.length > 0 ? ["", ...tears] : []),
  ];
}

function plural(number: number, word: string): string {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}
