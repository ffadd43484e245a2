import type { JSX } from "preact";
import type { LevelText } from "../venue/best-levels.js";
import { grouped } from "./figures.js";
import { Cover, notLive } from "./ladder.js";
import { Panel } from "./panel.js";
import { book, facts } from "./world.js";

const width = 1000;
const height = 300;

/** A step of the curve: everything up to a price. For the eye alone, so numbers will do. */
interface Step {
  readonly price: number;
  readonly sum: number;
}

function stepsOf(levels: readonly LevelText[]): readonly Step[] {
  let sum = 0;
  return levels.map(({ price, quantity }) => {
    sum += Number(quantity);
    return { price: Number(price), sum };
  });
}

/** What a curve is drawn with. */
interface Scales {
  readonly x: (price: number) => number;
  readonly y: (sum: number) => number;
}

function pathOf(steps: readonly Step[], { x, y }: Scales, end: number): string {
  const [first] = steps;
  if (first === undefined) {
    return "";
  }
  let level = height;
  const parts = steps.map(({ price, sum }) => {
    const part = `L${x(price).toFixed(1)} ${level.toFixed(1)}L${x(price).toFixed(1)} ${y(sum).toFixed(1)}`;
    level = y(sum);
    return part;
  });
  return `M${x(first.price).toFixed(1)} ${height}${parts.join("")}L${end} ${level.toFixed(1)}L${end} ${height}Z`;
}

/** Both sides as far as both can be shown, the middle at the middle. */
interface Curves {
  readonly asks: readonly Step[];
  readonly bids: readonly Step[];
  readonly middle: number;
  readonly reach: number;
  readonly scales: Scales;
}

function curvesOf(askLevels: readonly LevelText[], bidLevels: readonly LevelText[]): Curves {
  const [asks, bids] = [stepsOf(askLevels), stepsOf(bidLevels)];
  const [ask = 0, bid = 0] = [asks[0]?.price, bids[0]?.price];
  const middle = (ask + bid) / 2;
  const reach = Math.min((asks.at(-1)?.price ?? middle) - middle, middle - (bids.at(-1)?.price ?? middle)) || 1;
  const within = (steps: readonly Step[]): readonly Step[] =>
    steps.filter(({ price }) => Math.abs(price - middle) <= reach);
  const most = Math.max(within(asks).at(-1)?.sum ?? 0, within(bids).at(-1)?.sum ?? 0) || 1;
  const scales: Scales = {
    x: (price) => ((price - middle) / reach / 2 + 0.5) * width,
    y: (sum) => height - (sum / most) * (height - 8),
  };
  return { asks: within(asks), bids: within(bids), middle, reach, scales };
}

/** What stands in the book, summed up from the middle. */
export function DepthPanel(): JSX.Element {
  const why = notLive();
  const { asks, bids, middle, reach, scales } = curvesOf(book.value?.asks ?? [], book.value?.bids ?? []);
  const scale = facts.value?.priceScale ?? 0;
  const at = (share: number): string => grouped((middle + share * reach).toFixed(scale));
  return (
    <Panel area="depth" title="Depth">
      <div class="body depth">
        <svg
          class={why === undefined ? undefined : "stale"}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Depth: sums of the book on both sides of the middle"
        >
          <path class="bids" d={pathOf(bids, scales, 0)} />
          <path class="asks" d={pathOf(asks, scales, width)} />
        </svg>
        <p class="scale faint" aria-hidden="true">
          <span>{at(-1)}</span>
          <span>{at(0)}</span>
          <span>{at(1)}</span>
        </p>
        <Cover why={why} />
      </div>
    </Panel>
  );
}
