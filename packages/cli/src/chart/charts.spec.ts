import { expect, it } from "vitest";
import { textTranscript } from "../transcript.spec-kit.js";
import { drawBars } from "./bar-chart.js";
import type { Axis } from "./frame.js";
import { axisAbout, drawLines, stepped } from "./line-chart.js";
import { drawPanels } from "./panels.js";
import { colours, element, pathOf, text } from "./svg.js";
import { logTicks, numberTicks, type Tick, timeTicks } from "./ticks.js";
import { TimeBuckets } from "./time-buckets.js";

const size = { width: 400, height: 300 };
const startMs = Date.UTC(2026, 10, 14, 9);
const time: Axis = { kind: "time", label: "time (UTC)", from: startMs, to: startMs + 60_000 };
const words = { title: "Title & more", subtitle: 'a < b > "c"' };

it("pictures are, to the last letter, what they were", async () => {
  const points = [
    [startMs, 1],
    [startMs + 20_000, 3],
    [startMs + 60_000, 2],
  ] as const;
  const band = [
    [0.5, 1.5],
    [2, 4],
    [1, 2],
  ] as const;
  const y: Axis = { kind: "number", label: "amount", from: 0, to: 4 };
  await textTranscript("charts", [
    drawLines({ ...words, x: time, y, lines: [{ name: "one", points, band }] }, size),
    drawLines(
      {
        ...words,
        x: time,
        y,
        lines: [
          { name: "marked", points, form: "marked" },
          { name: "step", points, form: "step" },
          { name: "area", points, form: "area", colour: colours.bid },
          { name: "nothing", points: [], form: "area" },
        ],
      },
      { width: 640, height: 320 },
    ),
    drawLines(
      {
        ...words,
        x: { kind: "log", label: "size", from: 1, to: 1_000 },
        y: { ...y, ticks: [{ at: 2, label: "two" }] },
        lines: [
          {
            name: "log",
            points: [
              [1, 1],
              [10, 2],
              [1_000, 4],
            ],
          },
        ],
      },
      size,
    ),
    drawBars(
      {
        ...words,
        x: time,
        legend: [
          { name: "live", colour: colours.good },
          { name: "not live", colour: colours.bad },
        ],
        rows: [
          { name: "4BTC_USDT", bars: [{ from: startMs, to: startMs + 30_000, colour: colours.good }] },
          { name: "X", bars: [{ from: startMs + 10, to: startMs + 20, colour: colours.bad }] },
        ],
      },
      size,
    ),
    drawBars({ ...words, x: time, legend: [], rows: [] }, size),
    drawPanels(
      {
        ...words,
        x: time,
        panels: [
          { y: { ...y, label: "USDT" }, points },
          { y: { kind: "number", label: "BTC", from: 1, to: 1 }, points: [[startMs, 1]] },
          { y: { ...y, label: "ETH" }, points: [] },
        ],
      },
      size,
    ),
    drawPanels({ ...words, x: time, panels: [{ y, points }] }, { width: 800, height: 600 }),
  ]);
});

const said = (ticks: readonly Tick[]): string => ticks.map(({ at, label }) => `${at}=${label}`).join(" ");

it.each([
  [0, 10, 5, "0=0 2=2 4=4 6=6 8=8 10=10"],
  [0, 10, 2, "0=0 5=5 10=10"],
  [0, 10, 10, "0=0 1=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10"],
  [0.1, 0.35, 3, "0.1=0.1 0.2=0.2 0.30000000000000004=0.3"],
  [0, 0.02, 4, "0=0.000 0.005=0.005 0.01=0.010 0.015=0.015 0.02=0.020"],
  [-5, 5, 2, "-5=-5 0=0 5=5"],
  [-3, 3, 3, "-2=-2 0=0 2=2"],
  [0, 9_000, 3, "0=0 5000=5,000"],
  [1_000, 5_500, 4, "2000=2,000 4000=4,000"],
  [
    47_740.5,
    47_743,
    5,
    "47740.5=47,740.5 47741=47,741.0 47741.5=47,741.5 47742=47,742.0 47742.5=47,742.5 47743=47,743.0",
  ],
  [3, 3, 5, "3=3"],
  [4, 3, 5, "4=4"],
  [Number.NaN, 3, 5, "NaN=NaN"],
])("numbers from %d to %d in about %d steps are marked %s", (from, to, wanted, marks) => {
  expect(said(numberTicks(from, to, wanted))).toBe(marks);
});

it.each([
  [1, 1_000, 3, "1=1 10=10 100=100 1000=1,000"],
  [1, 10, 3, "1=1 2=2 5=5 10=10"],
  [1, 10, 2, "1=1 10=10"],
  [0.01, 1, 2, "0.01=0.01 0.1=0.1 1=1"],
  [0.2, 30, 20, "0.2=0.2 0.5=0.5 1=1 2=2 5=5 10=10 20=20"],
  [3, 4, 9, ""],
])("powers of ten from %d to %d in about %d steps are marked %s", (from, to, wanted, marks) => {
  expect(said(logTicks(from, to, wanted))).toBe(marks);
});

it("time is marked in steps that people count in, by day, minute, second or millisecond", () => {
  const marks = (spanMs: number, wanted = 2): string =>
    timeTicks(startMs - 3, startMs + spanMs, wanted)
      .map(({ at, label }) => `${at - startMs}=${label}`)
      .join(" ");
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  expect(
    [1, 20, 400, second, 5 * second, 40 * second, 2 * minute, 30 * minute, 2 * hour, 10 * hour]
      .map((span) => marks(span))
      .concat(
        [day, 10 * day, 60 * day, 100 * day].map((span) => marks(span)),
        marks(5 * minute, 5),
        marks(7 * second, 7),
      ),
  ).toMatchInlineSnapshot(`
    [
      "-2=59:59.998 0=00:00.000",
      "0=00:00.000 20=00:00.020",
      "0=00:00.000",
      "0=09:00:00 1000=09:00:01",
      "0=09:00:00 5000=09:00:05",
      "0=09:00:00 30000=09:00:30",
      "0=09:00 120000=09:02",
      "0=09:00 1800000=09:30",
      "3600000=10:00",
      "10800000=12:00 32400000=18:00",
      "54000000=11-15",
      "399600000=11-19",
      "2559600000=12-14",
      "3164400000=12-21 7570800000=02-10",
      "0=09:00 120000=09:02 240000=09:04",
      "0=09:00:00 2000=09:00:02 4000=09:00:04 6000=09:00:06",
    ]
  `);
});

it("an axis has some room about its values, and begins at 0 where they come near it", () => {
  const axis = (...values: readonly number[]) => {
    const { from, to } = axisAbout(values, "unit");
    return [from, to].map((end) => Math.round(end * 1e6) / 1e6);
  };
  expect(axisAbout([1, 2], "unit")).toMatchObject({ kind: "number", label: "unit" });
  expect(axisAbout([], "none")).toEqual({ kind: "number", label: "none", from: 0, to: 1 });
  expect(axis(100, 110)).toEqual([99.4, 110.6]);
  expect(axis(10, 20)).toEqual([0, 20.6]);
  expect(axis(20, 30)).toEqual([19.4, 30.6]);
  expect(axis(0, 5)).toEqual([0, 5.3]);
  expect(axis(-1, 5)).toEqual([-1.36, 5.36]);
  expect(axis(50)).toEqual([47, 53]);
  expect(axis(-50)).toEqual([-53, -47]);
  expect(axis(0)).toEqual([-0.06, 0.06]);
});

it("a step holds its value until the next; texts and attributes are escaped, numbers short", () => {
  expect(stepped([])).toEqual([]);
  expect(
    stepped([
      [1, 1],
      [2, 5],
      [3, 4],
    ]),
  ).toEqual([
    [1, 1],
    [2, 1],
    [2, 5],
    [3, 5],
    [3, 4],
  ]);
  expect(
    pathOf([
      [1.005, 2.126],
      [3, 4],
    ]),
  ).toBe("M1 2.13L3 4");
  expect(element("g", { a: 1 / 3, b: '"<&>', c: undefined })).toBe('<g a="0.33" b="&quot;&lt;&amp;&gt;"/>');
  expect(element("g", {}, "in")).toBe("<g>in</g>");
  expect(text(1.234, 5, "a&b", { rotate: -90, weight: "bold", anchor: "end", size: 9, fill: "red" })).toBe(
    '<text x="1.23" y="5" font-size="9" fill="red" text-anchor="end" font-weight="bold" transform="rotate(-90 1.23 5)">a&amp;b</text>',
  );
});

it("values over time stay in few stretches: the stretches get longer, and keep count, bounds, mean and last", () => {
  const buckets = new TimeBuckets(3);
  expect(buckets.all()).toEqual([]);
  buckets.add(100, 4);
  buckets.add(109, 2);
  buckets.add(105, 9);
  expect(buckets.all()).toEqual([{ atMs: 105, count: 3, min: 2, max: 9, mean: 5, last: 9 }]);
  buckets.add(110, 1);
  buckets.add(90, 7);
  expect(buckets.all().map(({ atMs }) => atMs)).toEqual([95, 105, 115]);
  buckets.add(135, 5);
  expect(buckets.all()).toEqual([
    { atMs: 90, count: 1, min: 7, max: 7, mean: 7, last: 7 },
    { atMs: 110, count: 4, min: 1, max: 9, mean: 4, last: 1 },
    { atMs: 130, count: 1, min: 5, max: 5, mean: 5, last: 5 },
  ]);
  buckets.add(1_000, 3);
  expect(buckets.all()).toEqual([
    { atMs: 100, count: 5, min: 1, max: 9, mean: 23 / 5, last: 1 },
    { atMs: 140, count: 1, min: 5, max: 5, mean: 5, last: 5 },
    { atMs: 1_020, count: 1, min: 3, max: 3, mean: 3, last: 3 },
  ]);
});
