import { CandlestickSeries, HistogramSeries } from "lightweight-charts";
import { beforeEach, expect, it, vi } from "vitest";
import type { Fill } from "../data/wire.js";
import { clockText, dateText } from "../numbers/format.js";
import { FakeChart } from "../spec-support/fake-chart.js";
import { CandleChart } from "./candle-chart.js";
import type { Candle } from "./candle-data.js";

const charts = vi.hoisted((): { made: unknown[] } => ({ made: [] }));

vi.mock("lightweight-charts", async (original) => ({
  ...(await original<typeof import("lightweight-charts")>()),
  createChart: (place: unknown, options: never) => {
    const chart = new FakeChart(place, options);
    charts.made.push(chart);
    return chart;
  },
  createSeriesMarkers: (series: unknown) => {
    const chart = charts.made.at(-1) as FakeChart;
    expect(series).toBe(chart.series[0]);
    return {
      setMarkers: (markers: FakeChart["markers"]) => {
        chart.markers = markers;
      },
    };
  },
}));

const minute = 60_000;

let theme: string;

beforeEach(() => {
  theme = "dark";
  vi.stubGlobal("document", { documentElement: "root" });
  vi.stubGlobal("getComputedStyle", (element: unknown) => ({
    getPropertyValue: (name: string) => ` ${String(element)} ${theme}${name} `,
  }));
});

/** What a colour of the theme is, as the page has it. */
function hue(name: string): string {
  return `root ${theme}--${name}`;
}

function scene() {
  const hovered: (number | undefined)[] = [];
  const place = {} as HTMLElement;
  const chart = new CandleChart(place, (openedAtMs) => hovered.push(openedAtMs));
  const fake = charts.made.at(-1) as FakeChart;
  const [prices, volume] = fake.series;
  if (prices === undefined || volume === undefined) {
    throw new Error("a chart has two series");
  }
  return { chart, fake, prices, volume, hovered, place };
}

function candle(minutes: number, closePrice: string, volume = "0.5"): Candle {
  return { openedAtMs: minutes * minute, openPrice: "10", highPrice: "12", lowPrice: "9", closePrice, volume };
}

function bar(minutes: number, close: number): object {
  return { time: minutes * 60, open: 10, high: 12, low: 9, close };
}

function fill(createdAtMs: number, dealQuantity: string, side = "open-long"): Fill {
  const figures = { dealPrice: "1", fee: "0", liquidity: "maker" };
  return { fillId: "1", orderId: "1", pair: "4BTC_USDT", side, dealQuantity, createdAtMs, ...figures };
}

it("shows candles with their volume below", () => {
  const { chart, fake, prices, volume, place } = scene();
  chart.show([candle(1, "11"), candle(2, "11.5", "0.7")], 1);
  expect(fake.place).toBe(place);
  expect([prices.kind, volume.kind]).toEqual([CandlestickSeries, HistogramSeries]);
  expect(prices.points).toEqual([bar(1, 11), bar(2, 11.5)]);
  expect(volume.points).toEqual([
    { time: 60, value: 0.5 },
    { time: 120, value: 0.7 },
  ]);
  expect(volume.options).toMatchObject({ priceScaleId: "volume", priceFormat: { type: "volume" } });
  // The lowest part of the place is the volume's.
  const { scaleMargins: below } = fake.scales.get("volume") as { scaleMargins: { top: number; bottom: number } };
  const { scaleMargins: above } = fake.scales.get("right") as { scaleMargins: { top: number; bottom: number } };
  expect([below, above]).toEqual([
    { top: expect.closeTo(0.82), bottom: 0 },
    { top: 0.08, bottom: 0.22 },
  ]);
});

it("draws only the newest anew where only it changed, or one was begun", () => {
  const { chart, prices, volume } = scene();
  const first = candle(1, "11");
  chart.show([first, candle(2, "11.5")], 1);
  const whole = prices.drawnWhole;
  chart.show([first, candle(2, "11.7", "0.9")], 1);
  chart.show([first, candle(2, "11.8", "1"), candle(3, "8", "0.1")], 1);
  expect(prices.points).toEqual([bar(1, 11), bar(2, 11.8), bar(3, 8)]);
  expect(volume.points).toEqual([
    { time: 60, value: 0.5 },
    { time: 120, value: 1 },
    { time: 180, value: 0.1 },
  ]);
  expect([prices.drawnWhole, volume.drawnWhole]).toEqual([whole, whole]);
  expect([prices.drawnPoints, volume.drawnPoints]).toEqual([3, 3]);
});

it("draws what the venue corrects of the candles before the newest", () => {
  const { chart, prices, volume } = scene();
  const [first, second] = [candle(1, "11"), candle(2, "11.5")];
  chart.show([first, second, candle(3, "8")], 1);
  const whole = prices.drawnWhole;
  chart.show([first, candle(2, "11.6", "2"), candle(3, "8.1"), candle(4, "9")], 1);
  expect(prices.points).toEqual([bar(1, 11), bar(2, 11.6), bar(3, 8.1), bar(4, 9)]);
  expect(volume.points.slice(1, 3)).toEqual([
    { time: 120, value: 2 },
    { time: 180, value: 0.5 },
  ]);
  expect(prices.drawnWhole).toBe(whole);
  // One that was missing between two others makes all of them be drawn.
  chart.show([first, candle(3, "8.1"), candle(4, "9")], 1);
  chart.show([first, candle(2, "11.6"), candle(3, "8.1"), candle(4, "9")], 1);
  expect(prices.points).toEqual([bar(1, 11), bar(2, 11.6), bar(3, 8.1), bar(4, 9)]);
  expect(prices.drawnWhole).toBe(whole + 2);
});

it("draws all where other candles are shown, fewer, or none", () => {
  const { chart, prices, volume } = scene();
  const all = [candle(1, "11"), candle(2, "11.5")];
  chart.show(all, 1);
  chart.show([candle(7, "1")], 1);
  expect(prices.points).toEqual([bar(7, 1)]);
  chart.show(all, 1);
  chart.show(all.slice(0, 1), 1);
  expect(prices.points).toEqual([bar(1, 11)]);
  chart.show([], 1);
  expect([prices.points, volume.points]).toEqual([[], []]);
});

it("marks the last price, where there is one", () => {
  const { chart, prices, volume } = scene();
  const last = (): unknown => [...prices.lines][0]?.options;
  expect(last()).toMatchObject({ lineVisible: false, axisLabelVisible: false, lineWidth: 1, lineStyle: 1 });
  chart.show([candle(1, "11"), candle(2, "11.5")], 1);
  expect(last()).toMatchObject({ price: 11.5, lineVisible: true, axisLabelVisible: true });
  chart.show([], 1);
  expect(last()).toMatchObject({ lineVisible: false, axisLabelVisible: false });
  expect(prices.lines.size).toBe(1);
  // Its own line at the last price, and that of the volume, are not shown.
  for (const { options } of [prices, volume]) {
    expect(options).toMatchObject({ lastValueVisible: false, priceLineVisible: false });
  }
});

it("prices have the decimals of the pair", () => {
  const { chart, fake, prices } = scene();
  const { priceFormatter } = fake.options.localization;
  expect(priceFormatter(1_234.5)).toBe("1\u202f234.50");
  expect(prices.options["priceFormat"]).toEqual({ type: "price", precision: 2, minMove: 0.01 });
  chart.show([candle(1, "11")], 1);
  expect(priceFormatter(1_234.5)).toBe("1\u202f234.5");
  expect(prices.options["priceFormat"]).toEqual({ type: "price", precision: 1, minMove: 0.1 });
  chart.show([candle(1, "11")], 3);
  expect(prices.options["priceFormat"]).toMatchObject({ precision: 3 });
});

it("times are of the local zone: days where days are told apart, hours and minutes below", () => {
  const { fake } = scene();
  const seconds = 1_764_414_731;
  const { tickMarkFormatter } = fake.options.timeScale;
  expect(fake.options.localization.timeFormatter(seconds)).toBe(dateText(seconds * 1_000));
  const day = dateText(seconds * 1_000).slice(0, 10);
  const clock = clockText(seconds * 1_000).slice(0, 5);
  expect([0, 1, 2, 3, 4].map((type) => tickMarkFormatter(seconds, type))).toEqual([day, day, day, clock, clock]);
});

it("fills its place, with times below and prices at the right, and leaves the credit to the page", () => {
  const { fake } = scene();
  expect(fake.options).toMatchObject({
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    timeScale: { timeVisible: true, borderVisible: false, rightOffset: 6 },
    rightPriceScale: { borderVisible: false },
    // The crosshair goes where the pointer is, not to the nearest candle.
    crosshair: { mode: 0 },
  });
});

it("tells which candle is under the pointer", () => {
  const { fake, hovered } = scene();
  fake.hover?.({ time: 120 });
  fake.hover?.({});
  expect(hovered).toEqual([2 * minute, undefined]);
});

it("own trades are one mark a candle and side, on their own side of it", () => {
  const { chart, fake } = scene();
  const fills = [
    fill(3 * minute + 5, "0.1"),
    fill(2 * minute, "0.2"),
    fill(3 * minute + 59_999, "0.25"),
    fill(3 * minute, "4", "close-long"),
    fill(minute - 1, "9"),
  ];
  chart.mark(fills, minute);
  expect(fake.markers).toEqual([]);
  chart.show([candle(1, "11"), candle(2, "11"), candle(3, "11")], 1);
  chart.mark(fills, minute);
  const buy = { position: "belowBar", shape: "arrowUp", color: hue("accent") };
  expect(fake.markers).toEqual([
    { ...buy, time: 120, text: "0.2" },
    { ...buy, time: 180, text: "0.35" },
    { time: 180, position: "aboveBar", shape: "arrowDown", color: hue("accent"), text: "4" },
  ]);
});

it("a trade at the moment at which the first candle opens is of it", () => {
  const { chart, fake } = scene();
  chart.show([candle(1, "11")], 1);
  chart.mark([fill(minute, "0.1")], minute);
  expect(fake.markers).toMatchObject([{ time: 60, text: "0.1" }]);
});

it("lines stand at prices until others do", () => {
  const { chart, prices } = scene();
  const shown = (): readonly unknown[] => [...prices.lines].slice(1).map(({ options }) => options);
  chart.rule([
    { price: "47000.5", name: "long opened", hue: "accent" },
    { price: "42000", name: "long liquidation", hue: "warn" },
  ]);
  const line = { lineWidth: 1, lineStyle: 2, axisLabelVisible: true };
  expect(shown()).toEqual([
    { ...line, price: 47_000.5, title: "long opened", color: hue("accent") },
    { ...line, price: 42_000, title: "long liquidation", color: hue("warn") },
  ]);
  chart.rule([{ price: "1", name: "short opened", hue: "accent" }]);
  expect(shown()).toMatchObject([{ price: 1 }]);
  chart.rule([]);
  expect(shown()).toEqual([]);
});

it("takes the theme's colours, again when they change, and shows the same candles", () => {
  const { chart, fake, prices, volume } = scene();
  chart.show([candle(1, "11")], 3);
  theme = "light";
  chart.paint();
  expect(fake.painted.at(-1)).toEqual({
    layout: {
      background: { type: "solid", color: hue("panel") },
      textColor: hue("muted"),
      fontFamily: hue("figures"),
    },
    grid: { vertLines: { color: hue("raised") }, horzLines: { color: hue("raised") } },
  });
  // Falling candles are filled, rising ones have the colour of the ground.
  expect(prices.options).toMatchObject({
    upColor: hue("panel"),
    downColor: hue("sell"),
    borderVisible: true,
    borderUpColor: hue("buy"),
    borderDownColor: hue("sell"),
    wickUpColor: hue("buy"),
    wickDownColor: hue("sell"),
  });
  expect([...prices.lines][0]?.options).toMatchObject({
    color: hue("muted"),
    axisLabelColor: hue("hover"),
    axisLabelTextColor: hue("text"),
    price: 11,
  });
  expect(volume.options).toMatchObject({ color: hue("line") });
  expect(prices.points).toEqual([bar(1, 11)]);
  expect(prices.options["priceFormat"]).toMatchObject({ precision: 3 });
});

it("is taken off the page", () => {
  const { chart, fake } = scene();
  expect(fake.isRemoved).toBe(false);
  chart.remove();
  expect(fake.isRemoved).toBe(true);
});
