import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Fill } from "../data/wire.js";
import { addDecimals } from "../numbers/exact.js";
import { clockText, dateText, grouped } from "../numbers/format.js";
import { isSell } from "../numbers/ladder.js";
import type { Candle } from "./candle-data.js";

const volumeShare = 0.18;

/** A line at a price, with its name. */
export interface PriceMark {
  readonly price: string;
  readonly name: string;
  readonly hue: "warn" | "accent";
}

function timeOf(epochMs: number): UTCTimestamp {
  return Math.floor(epochMs / 1_000) as UTCTimestamp;
}

function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Candles with volume, own trades as marks, and lines at prices. The chart draws with numbers; what is read as text is exact. */
export class CandleChart {
  readonly #chart: IChartApi;
  readonly #prices: ISeriesApi<"Candlestick">;
  readonly #volume: ISeriesApi<"Histogram">;
  readonly #last: IPriceLine;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  #lines: IPriceLine[] = [];
  #shown: readonly Candle[] = [];
  #scale = 2;

  constructor(place: HTMLElement, onHover: (openedAtMs: number | undefined) => void) {
    this.#chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11 },
      localization: {
        timeFormatter: (time: Time) => dateText(Number(time) * 1_000),
        priceFormatter: (price: number) => grouped(price.toFixed(this.#scale)),
      },
      timeScale: {
        timeVisible: true,
        borderVisible: false,
        rightOffset: 6,
        tickMarkFormatter: (time: Time, type: number) =>
          type < 3 ? dateText(Number(time) * 1_000).slice(0, 10) : clockText(Number(time) * 1_000).slice(0, 5),
      },
      rightPriceScale: { borderVisible: false },
      crosshair: { mode: 0 },
    });
    // Its own line at the last price would have the colour of a hollow candle: that of the ground.
    const quiet = { lastValueVisible: false, priceLineVisible: false };
    this.#prices = this.#chart.addSeries(CandlestickSeries, quiet);
    this.#last = this.#prices.createPriceLine({ price: 0, lineWidth: 1, lineStyle: LineStyle.Dotted });
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: "volume",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale("volume").applyOptions({ scaleMargins: { top: 1 - volumeShare, bottom: 0 } });
    this.#chart.priceScale("right").applyOptions({ scaleMargins: { top: 0.08, bottom: volumeShare + 0.04 } });
    this.#markers = createSeriesMarkers(this.#prices, []);
    this.#chart.subscribeCrosshairMove(({ time }) => onHover(time === undefined ? undefined : Number(time) * 1_000));
    this.paint();
  }

  /** Takes the theme's colours. */
  paint(): void {
    const [text, line, ground] = [cssColour("muted"), cssColour("raised"), cssColour("panel")];
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: ground },
        textColor: text,
        fontFamily: cssColour("figures"),
      },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
    });
    // Falling candles are filled, rising ones are hollow: the shape tells them apart, not the hue alone.
    this.#prices.applyOptions({
      upColor: ground,
      downColor: cssColour("sell"),
      borderVisible: true,
      borderUpColor: cssColour("buy"),
      borderDownColor: cssColour("sell"),
      wickUpColor: cssColour("buy"),
      wickDownColor: cssColour("sell"),
    });
    this.#last.applyOptions({
      color: cssColour("muted"),
      axisLabelColor: cssColour("hover"),
      axisLabelTextColor: cssColour("text"),
    });
    this.#volume.applyOptions({ color: cssColour("line") });
    const shown = this.#shown;
    this.#shown = [];
    this.show(shown, this.#scale);
  }

  /** Shows candles; where they go on from those that are shown, only what changed is drawn anew. */
  show(candles: readonly Candle[], scale: number): void {
    if (scale !== this.#scale || this.#shown.length === 0) {
      this.#scale = scale;
      this.#prices.applyOptions({ priceFormat: { type: "price", precision: scale, minMove: 10 ** -scale } });
    }
    const before = this.#shown;
    if (goesOn(before, candles)) {
      for (const [index, candle] of candles.entries()) {
        if (candle !== before[index]) {
          const isHistorical = index < before.length - 1;
          this.#prices.update(barOf(candle), isHistorical);
          this.#volume.update(volumeOf(candle), isHistorical);
        }
      }
    } else {
      this.#prices.setData(candles.map(barOf));
      this.#volume.setData(candles.map(volumeOf));
    }
    this.#shown = candles;
    const last = candles.at(-1);
    this.#last.applyOptions(
      last === undefined
        ? { lineVisible: false, axisLabelVisible: false }
        : { price: Number(last.closePrice), lineVisible: true, axisLabelVisible: true },
    );
  }

  /** Shows own trades. */
  mark(fills: readonly Fill[], periodMs: number): void {
    const firstMs = this.#shown[0]?.openedAtMs ?? Number.POSITIVE_INFINITY;
    // One mark a candle and side, however many trades it had.
    const sums = new Map<string, { readonly openedAtMs: number; readonly sells: boolean; readonly quantity: string }>();
    for (const fill of fills.filter(({ createdAtMs }) => createdAtMs >= firstMs)) {
      const openedAtMs = fill.createdAtMs - (fill.createdAtMs % periodMs);
      const sells = isSell(fill);
      const key = `${openedAtMs} ${sells}`;
      const quantity = addDecimals(sums.get(key)?.quantity ?? "0", fill.dealQuantity);
      sums.set(key, { openedAtMs, sells, quantity });
    }
    const marks = [...sums.values()].map(
      ({ openedAtMs, sells, quantity }): SeriesMarker<Time> => ({
        time: timeOf(openedAtMs),
        position: sells ? "aboveBar" : "belowBar",
        shape: sells ? "arrowDown" : "arrowUp",
        color: cssColour("accent"),
        text: quantity,
      }),
    );
    this.#markers.setMarkers(marks.toSorted((a, b) => Number(a.time) - Number(b.time)));
  }

  /** Shows lines at prices. */
  rule(marks: readonly PriceMark[]): void {
    for (const line of this.#lines) {
      this.#prices.removePriceLine(line);
    }
    this.#lines = marks.map(({ price, name, hue }) =>
      this.#prices.createPriceLine({
        price: Number(price),
        title: name,
        color: cssColour(hue),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    );
  }

  /** Takes it off the page. */
  remove(): void {
    this.#chart.remove();
  }
}

/** Whether candles are those from before, some of them corrected, and perhaps more. */
function goesOn(before: readonly Candle[], candles: readonly Candle[]): boolean {
  return before[0] === candles[0] && before.every(({ openedAtMs }, index) => candles[index]?.openedAtMs === openedAtMs);
}

function volumeOf({ openedAtMs, volume }: Candle): { time: UTCTimestamp; value: number } {
  return { time: timeOf(openedAtMs), value: Number(volume) };
}

function barOf({ openedAtMs, openPrice, highPrice, lowPrice, closePrice }: Candle): {
  time: UTCTimestamp;
  open: number;
  high: number;
  low: number;
  close: number;
} {
  return {
    time: timeOf(openedAtMs),
    open: Number(openPrice),
    high: Number(highPrice),
    low: Number(lowPrice),
    close: Number(closePrice),
  };
}
