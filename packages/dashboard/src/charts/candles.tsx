import { effect, type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { account, fills } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { colours, pair, period, theme } from "../data/settings.js";
import { signOf } from "../numbers/exact.js";
import { grouped, pairText, unknownText, zoneName } from "../numbers/format.js";
import { Panel } from "../shell/panel.js";
import type { CandleChart, PriceMark } from "./candle-chart.js";
import { type Candle, periods, series } from "./candle-data.js";
import { followCandles, isReplay } from "./follow-candles.js";

/** Where positions of the pair were opened, and where they end. */
function marksOf(): readonly PriceMark[] {
  const held = account.value?.positions.filter((position) => position.pair === pair.value) ?? [];
  return held.flatMap(({ side, openPrice, liquidationPrice }): PriceMark[] => [
    { price: openPrice, name: `${side} opened`, hue: "accent" },
    ...(signOf(liquidationPrice) > 0
      ? [{ price: liquidationPrice, name: `${side} liquidation`, hue: "warn" as const }]
      : []),
  ]);
}

function Legend({ candle }: { readonly candle: Candle | undefined }): JSX.Element {
  const scale = facts.value.get(pair.value)?.priceScale ?? 0;
  const figures = [
    ["O", candle?.openPrice],
    ["H", candle?.highPrice],
    ["L", candle?.lowPrice],
    ["C", candle?.closePrice],
    ["V", candle?.volume],
  ] as const;
  return (
    <span class="legend middle">
      {figures.map(([name, text]) => (
        <span key={name} class="faint">
          {name}{" "}
          <span class="figure muted">{text === undefined ? unknownText : grouped(text, name === "V" ? 0 : scale)}</span>
        </span>
      ))}
    </span>
  );
}

function Periods(): JSX.Element {
  return (
    <fieldset class="segments small" aria-label="How long a candle lasts">
      {Object.keys(periods).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={period.value === name}
          onClick={() => {
            period.value = name;
          }}
        >
          {name.replace("min", "m").replace("hour", "h").replace("day", "1d")}
        </button>
      ))}
    </fieldset>
  );
}

/** Keeps a chart in step with the pair that is looked at. Returns what ends it. */
function keepInStep(chart: CandleChart): () => void {
  const ends = [
    effect(() => {
      const { pair: shown, candles } = series.value;
      chart.show(shown === pair.value ? candles : [], facts.value.get(shown)?.priceScale ?? 2);
    }),
    effect(() => {
      const ofPair = fills.value.filter((fill) => fill.pair === pair.value);
      void series.value.pair;
      chart.mark(ofPair, periods[series.value.period] ?? 60_000);
    }),
    effect(() => chart.rule(marksOf())),
    effect(() => {
      void theme.value;
      void colours.value;
      // The theme's colours are on the page with the next turn.
      setTimeout(() => chart.paint());
    }),
  ];
  return () => {
    for (const end of ends) {
      end();
    }
    chart.remove();
  };
}

/** What cannot be shown, in words; empty: it can. */
type Failure = Signal<string>;

/** Loads the chart, which is half of the page's script, after everything else, and keeps it. Returns what ends it. */
function keepChart(place: HTMLElement, hovered: Signal<number | undefined>, failure: Failure): () => void {
  let isOver = false;
  let endChart = (): void => undefined;
  const endCandles = followCandles();
  const load = async (): Promise<void> => {
    try {
      const { CandleChart } = await import("./candle-chart.js");
      if (!isOver) {
        const chart = new CandleChart(place, (openedAtMs) => {
          hovered.value = openedAtMs;
        });
        endChart = keepInStep(chart);
      }
    } catch {
      failure.value = "The chart could not be loaded: load this page again";
    }
  };
  void load();
  return () => {
    isOver = true;
    endCandles();
    endChart();
  };
}

/** Candles and volume of the pair that is looked at. */
export function CandlePanel(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const hovered = useSignal<number | undefined>(undefined);
  const failure = useSignal("");
  useEffect(() => (place.current === null ? undefined : keepChart(place.current, hovered, failure)), []);
  const { candles } = series.value;
  const candle = candles.find(({ openedAtMs }) => openedAtMs === hovered.value) ?? candles.at(-1);
  return (
    <Panel
      area="chart"
      title={pairText(pair.value) || "Candles"}
      head={
        <>
          <Periods />
          <Legend candle={candle} />
        </>
      }
    >
      <div class="body">
        <div class="canvas" ref={place} role="img" aria-label={`Candles of ${pairText(pair.value)}`} />
        {isReplay.value || failure.value !== "" ? (
          <div class="cover">
            <p>{failure.value || "A recording has no candles: they would be asked of the venue"}</p>
          </div>
        ) : undefined}
        <p class="credit">
          Charts by{" "}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            TradingView
          </a>{" "}
          · {zoneName()}
        </p>
      </div>
    </Panel>
  );
}
