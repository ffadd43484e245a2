import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { tickerOf, whyStale } from "../data/desk.js";
import { facts, pairs } from "../data/reference.js";
import { pair as chosen } from "../data/settings.js";
import { choosePair } from "../keys/commands.js";
import { view } from "../keys/overlays.js";
import { grouped, pairText } from "../numbers/format.js";
import { Age, ageOf } from "../shell/age.js";
import { Canvas, type Surface } from "../shell/canvas.js";
import { Figure } from "../shell/figure.js";
import { Grip } from "../shell/grip.js";
import { Panel } from "../shell/panel.js";
import { Change } from "../shell/ticker-strip.js";
import { sparkOf } from "./sparks.js";

function drawSpark(pair: string, { context, width, height, colour }: Surface): void {
  const prices = sparkOf(pair).value;
  if (prices.length < 2) {
    return;
  }
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const span = most - least || 1;
  context.strokeStyle = colour("line");
  context.lineWidth = 1.2;
  context.beginPath();
  for (const [index, price] of prices.entries()) {
    const x = (index / (prices.length - 1)) * (width - 2) + 1;
    context.lineTo(x, height - 2 - ((price - least) / span) * (height - 4));
  }
  context.stroke();
}

/** What stands beside a pair whose figures are not to be relied upon. */
function Standing({
  pair,
  toldAtMs,
}: {
  readonly pair: string;
  readonly toldAtMs: number | undefined;
}): JSX.Element | undefined {
  const stale = whyStale(pair);
  if (stale !== undefined) {
    return (
      <span class="warn" title={stale.reason?.replaceAll("-", " ")}>
        {stale.word}
      </span>
    );
  }
  const age = ageOf(toldAtMs);
  return age === undefined || age < quietMs ? undefined : <Age atMs={toldAtMs} />;
}

/** Figures of a pair that were told within this are not given an age of their own, in milliseconds. */
const quietMs = 10_000;

function Row({ pair }: { readonly pair: string }): JSX.Element {
  const ticker = tickerOf(pair).value;
  const scale = facts.value.get(pair)?.priceScale ?? 0;
  const last = ticker?.lastPrice;
  return (
    <button
      type="button"
      class={whyStale(pair) === undefined ? "" : "stale"}
      aria-current={pair === chosen.value}
      onClick={() => {
        choosePair(pair);
        view.value = "trade";
      }}
    >
      <span class="name">{pairText(pair)}</span>
      <Canvas class="spark" draw={(surface) => drawSpark(pair, surface)} label={`Last prices of ${pairText(pair)}`} />
      <Figure text={last === undefined ? undefined : grouped(last, scale)} exact={last} />
      <span class="under">
        <Standing pair={pair} toldAtMs={ticker?.receivedAtMs} />
      </span>
      <span class="under figure">
        <Change percent={ticker?.percentChange} />
      </span>
    </button>
  );
}

type Sorting = "venue" | "name" | "change";

function sorted(pairs: readonly string[], by: Sorting): readonly string[] {
  if (by === "venue") {
    return pairs;
  }
  const change = (pair: string): number => Number(tickerOf(pair).peek()?.percentChange ?? 0);
  return pairs.toSorted(by === "name" ? (a, b) => a.localeCompare(b) : (a, b) => change(b) - change(a));
}

/** The pairs of the venue. */
export function PairList(): JSX.Element {
  const text = useSignal("");
  const by = useSignal<Sorting>("venue");
  const all = pairs.value.filter((pair) => pairText(pair).toLowerCase().includes(text.value.toLowerCase()));
  return (
    <Panel
      area="pairs"
      title="Pairs"
      head={
        <select
          class="push sort"
          aria-label="Order of the pairs"
          value={by.value}
          onChange={({ currentTarget }) => {
            by.value = currentTarget.value as Sorting;
          }}
        >
          <option value="venue">as listed</option>
          <option value="name">by name</option>
          <option value="change">by change</option>
        </select>
      }
    >
      <input
        type="search"
        aria-label="Search a pair"
        placeholder="Search"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      <div class="body pairs">
        {sorted(all, by.value).map((pair) => (
          <Row key={pair} pair={pair} />
        ))}
      </div>
      <Grip name="w-pairs" label="Width of the list of pairs" direction="across" edge="at-right" />
    </Panel>
  );
}
