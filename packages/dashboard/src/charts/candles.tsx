import { effect, type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { account, fills, tickerOf } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { colours, pair, period, theme } from "../data/settings.js";
import { signOf } from "../numbers/exact.js";
import { grouped, pairText, unknownText, zoneName } from "../numbers/format.js";
import { Figure } from "../shell/figure.js";
import { Panel } from "../shell/panel.js";
import { CandleChart, type PriceMark } from "./candle-chart.js";
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

function LastPrice(): JSX.Element {
  const last = tickerOf(pair.value).value?.lastPrice;
  const scale = facts.value.get(pair.value)?.priceScale ?? 0;
  return (
    <span class="last">
      <Figure text={last === undefined ? undefined : grouped(last, scale)} exact={last} />
    </span>
  );
}

function DayFigures(): JSX.Element {
  const { percentChange, highPrice, lowPrice, volume } = tickerOf(pair.value).value ?? {};
  return (
    <span class="legend wide push">
      <span class="faint">
        24 h{" "}
        <span class={percentChange?.startsWith("-") === true ? "sell" : "buy"}>{percentChange ?? unknownText} %</span>
      </span>
      <span class="faint">
        high <span class="muted">{highPrice === undefined ? unknownText : grouped(highPrice)}</span>
      </span>
      <span class="faint">
        low <span class="muted">{lowPrice === undefined ? unknownText : grouped(lowPrice)}</span>
      </span>
      <span class="faint">
        volume <span class="muted">{volume === undefined ? unknownText : grouped(volume)}</span>
      </span>
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

/** Keeps a chart of the pair that is looked at. Returns what ends it. */
function keepChart(place: HTMLElement, hovered: Signal<number | undefined>): () => void {
  const chart = new CandleChart(place, (openedAtMs) => {
    hovered.value = openedAtMs;
  });
  const ends = [
    followCandles(),
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

/** Candles and volume of the pair that is looked at. */
export function CandlePanel(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const hovered = useSignal<number | undefined>(undefined);
  useEffect(() => (place.current === null ? undefined : keepChart(place.current, hovered)), []);
  const { candles } = series.value;
  const candle = candles.find(({ openedAtMs }) => openedAtMs === hovered.value) ?? candles.at(-1);
  return (
    <Panel
      area="chart"
      title={pairText(pair.value)}
      head={
        <>
          <LastPrice />
          <Periods />
          <Legend candle={candle} />
          <DayFigures />
        </>
      }
    >
      <div class="body">
        <div class="canvas" ref={place} role="img" aria-label={`Candles of ${pairText(pair.value)}`} />
        {isReplay.value ? (
          <div class="cover">
            <p>A recording has no candles: they would be asked of the venue</p>
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
