import type { JSX } from "preact";
import { account } from "../data/desk.js";
import { facts } from "../data/reference.js";
import type { Level, Order } from "../data/wire.js";
import { grouped } from "../numbers/format.js";
import { isSell } from "../numbers/ladder.js";
import { Canvas, type Surface } from "../shell/canvas.js";
import { Grip } from "../shell/grip.js";
import { Panel } from "../shell/panel.js";
import { notLive, shownBook } from "./ladder.js";

const foot = 18;

/** A step of the curve: everything up to a distance from the middle. For the eye alone, so numbers will do. */
interface Step {
  readonly price: number;
  readonly sum: number;
}

function stepsOf(levels: readonly Level[]): readonly Step[] {
  let sum = 0;
  return levels.map(({ price, quantity }) => {
    sum += Number(quantity);
    return { price: Number(price), sum };
  });
}

/** How far both sides can be shown. */
function reachOf(asks: readonly Step[], bids: readonly Step[], middle: number): number {
  return Math.min((asks.at(-1)?.price ?? middle) - middle, middle - (bids.at(-1)?.price ?? middle)) || 1;
}

function draw(surface: Surface): void {
  const book = shownBook();
  const [bestAsk, bestBid] = [book?.asks[0], book?.bids[0]];
  if (book === undefined || bestAsk === undefined || bestBid === undefined) {
    return;
  }
  const [asks, bids] = [stepsOf(book.asks), stepsOf(book.bids)];
  const middle = (Number(bestAsk.price) + Number(bestBid.price)) / 2;
  const reach = reachOf(asks, bids, middle);
  const within = (steps: readonly Step[]): readonly Step[] =>
    steps.filter(({ price }) => Math.abs(price - middle) <= reach);
  const most = Math.max(within(asks).at(-1)?.sum ?? 0, within(bids).at(-1)?.sum ?? 0) || 1;
  const { width, height } = surface;
  const x = (price: number): number => ((price - middle) / reach / 2 + 0.5) * width;
  const y = (sum: number): number => height - foot - (sum / most) * (height - foot - 6);
  for (const [steps, hue] of [
    [within(asks), "sell"],
    [within(bids), "buy"],
  ] as const) {
    drawSide(surface, steps, { x, y, hue, end: hue === "sell" ? width : 0 });
  }
  drawFoot(surface, middle, reach);
  const mine = account.value?.orders.filter((order) => order.pair === book.pair) ?? [];
  drawOwn(
    surface,
    mine.filter(({ price }) => Math.abs(Number(price) - middle) <= reach),
    x,
  );
}

/** Own orders: those that sell above, those that buy at the foot. */
function drawOwn({ context, height, colour }: Surface, orders: readonly Order[], x: (price: number) => number): void {
  context.fillStyle = colour("accent");
  for (const order of orders) {
    const at = x(Number(order.price));
    const [from, to] = isSell(order) ? [2, 8] : [height - foot, height - foot - 6];
    context.beginPath();
    context.moveTo(at - 4, from);
    context.lineTo(at + 4, from);
    context.lineTo(at, to);
    context.fill();
  }
}

function drawSide(
  { context, height, colour }: Surface,
  steps: readonly Step[],
  {
    x,
    y,
    hue,
    end,
  }: {
    readonly x: (price: number) => number;
    readonly y: (sum: number) => number;
    readonly hue: string;
    readonly end: number;
  },
): void {
  const [first] = steps;
  if (first === undefined) {
    return;
  }
  context.beginPath();
  context.moveTo(x(first.price), height - foot);
  let level = height - foot;
  for (const { price, sum } of steps) {
    context.lineTo(x(price), level);
    level = y(sum);
    context.lineTo(x(price), level);
  }
  context.lineTo(end, level);
  context.strokeStyle = colour(hue);
  context.lineWidth = 1.3;
  context.stroke();
  context.lineTo(end, height - foot);
  context.fillStyle = colour(`${hue}-ground`);
  context.fill();
}

function drawFoot({ context, width, height, colour }: Surface, middle: number, reach: number): void {
  const scale = facts.value.get(shownBook()?.pair ?? "")?.priceScale ?? 2;
  context.font = `11px ${colour("figures")}`;
  context.fillStyle = colour("faint");
  context.textBaseline = "middle";
  for (const [share, align] of [
    [-1, "left"],
    [0, "center"],
    [1, "right"],
  ] as const) {
    context.textAlign = align;
    const text = grouped((middle + share * reach).toFixed(scale));
    context.fillText(text, share === 0 ? width / 2 : share < 0 ? 6 : width - 6, height - foot / 2);
  }
}

/** What stands in the book, summed up from the middle. */
export function DepthPanel(): JSX.Element {
  const why = notLive(shownBook());
  return (
    <Panel area="depth" title="Depth">
      <div class="body">
        <Canvas
          class={why === undefined ? "canvas" : "canvas stale"}
          draw={draw}
          label="Depth: sums of the book on both sides of the middle"
        />
        {why === undefined ? undefined : (
          <div class="cover">
            <p>{why}</p>
          </div>
        )}
      </div>
      <Grip name="h-depth" label="Height of depth and trades" direction="along" edge="at-top" />
    </Panel>
  );
}
