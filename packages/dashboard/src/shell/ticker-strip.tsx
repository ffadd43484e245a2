import type { JSX } from "preact";
import { tickerOf } from "../data/desk.js";
import { facts } from "../data/reference.js";
import { pair } from "../data/settings.js";
import { grouped, pairText, unknownText } from "../numbers/format.js";
import { Age } from "./age.js";
import { Figure } from "./figure.js";

/** The change of a day with its direction: by a sign besides the hue. */
export function Change({ percent }: { readonly percent: string | undefined }): JSX.Element {
  if (percent === undefined) {
    return <span class="figure">{unknownText}</span>;
  }
  const isNone = /^[+-]?0(?:\.0*)?$/.test(percent);
  const falls = percent.startsWith("-");
  return (
    <span class={`figure ${isNone ? "" : falls ? "sell" : "buy"}`}>
      {isNone ? "" : falls ? "▾ " : "▴ "}
      {grouped(percent.replace(/^[+-]/, ""), 2)} %
    </span>
  );
}

/** The figures of the day of the pair that is looked at. */
export function TickerStrip(): JSX.Element {
  const { lastPrice, percentChange, highPrice, lowPrice, volume, receivedAtMs } = tickerOf(pair.value).value ?? {};
  const scale = facts.value.get(pair.value)?.priceScale ?? 0;
  const shown = (text: string | undefined, decimals: number): string | undefined => text && grouped(text, decimals);
  return (
    <section class="ticker" aria-label="The day of the pair">
      <span class="name">{pairText(pair.value)}</span>
      <span class="last">
        <Figure text={shown(lastPrice, scale)} exact={lastPrice} />
      </span>
      <span class="item">
        24 h <Change percent={percentChange} />
      </span>
      <span class="item middle">
        high <Figure text={shown(highPrice, scale)} exact={highPrice} />
      </span>
      <span class="item middle">
        low <Figure text={shown(lowPrice, scale)} exact={lowPrice} />
      </span>
      <span class="item middle">
        volume <Figure text={shown(volume, 0)} exact={volume} />
      </span>
      <span class="told item">
        as of <Age atMs={receivedAtMs} />
      </span>
    </section>
  );
}
