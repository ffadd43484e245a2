import { grouped } from "../numbers/format.js";
import type { Ladder, LadderRow } from "../numbers/ladder.js";
import type { Surface } from "../shell/canvas.js";

/** Height of a row, and of the middle, in pixels. */
export const rowHeight = 18;
const middleHeight = 26;
const edge = 8;

/** What is drawn beside the rows. */
export interface LadderLook {
  readonly priceScale: number;
  readonly quantityScale: number;
  /** The row under the pointer, as {@link rowAt} finds it. */
  readonly hovered: LadderRow | undefined;
  /** The price that the ticket has. */
  readonly chosen: string;
}

/** So many rows of each side have room. */
export function rowsThatFit(height: number): number {
  return Math.max(1, Math.floor((height - middleHeight) / 2 / rowHeight));
}

function middleOf(height: number): number {
  return Math.round((height - middleHeight) / 2);
}

/** The row at a height. */
export function rowAt({ asks, bids }: Ladder, height: number, y: number): LadderRow | undefined {
  const middle = middleOf(height);
  if (y < middle) {
    // A row has its first pixel, as it is drawn: a click there takes its price, not that of the row above.
    return asks[Math.ceil((middle - y) / rowHeight) - 1];
  }
  return y < middle + middleHeight ? undefined : bids[Math.floor((y - middle - middleHeight) / rowHeight)];
}

/** Draws the ladder: asks above, best at the middle; bids below. */
export function drawLadder(surface: Surface, ladder: Ladder, look: LadderLook): void {
  const middle = middleOf(surface.height);
  surface.context.textBaseline = "middle";
  for (const [index, row] of ladder.asks.entries()) {
    drawRow(surface, row, middle - (index + 1) * rowHeight, look);
  }
  for (const [index, row] of ladder.bids.entries()) {
    drawRow(surface, row, middle + middleHeight + index * rowHeight, look);
  }
  drawMiddle(surface, ladder, middle, look);
}

function drawRow({ context, width, colour }: Surface, row: LadderRow, y: number, look: LadderLook): void {
  const { side, price, quantity, own, depthShare, share } = row;
  const [hue, ground] = side === "ask" ? ["sell", "sell-ground"] : ["buy", "buy-ground"];
  if (look.hovered?.price === price && look.hovered.side === side) {
    context.fillStyle = colour("hover");
    context.fillRect(0, y, width, rowHeight);
  }
  context.fillStyle = colour(ground);
  context.fillRect(width - depthShare * width, y + 1, depthShare * width, rowHeight - 2);
  context.fillStyle = colour(hue);
  context.globalAlpha = 0.5;
  context.fillRect(width - 3, y + 1, 3, Math.max(1, share * (rowHeight - 2)));
  context.globalAlpha = 1;
  const center = y + rowHeight / 2 + 0.5;
  context.textAlign = "right";
  context.font = `${own === undefined ? "" : "600 "}12px ${colour("figures")}`;
  context.fillStyle = colour(hue);
  context.fillText(grouped(price, look.priceScale), width * 0.63, center);
  context.fillStyle = colour("text");
  context.fillText(grouped(quantity, look.quantityScale), width - edge, center);
  if (look.chosen === price) {
    context.fillStyle = colour("accent");
    context.fillRect(width * 0.32, y + 4, 2, rowHeight - 8);
  }
  if (own !== undefined) {
    drawOwn(context, own, center, colour);
  }
}

/** Own orders are told by a mark and a place of their own, not by a colour alone. */
function drawOwn(context: CanvasRenderingContext2D, own: string, center: number, colour: Surface["colour"]): void {
  context.fillStyle = colour("accent");
  context.beginPath();
  context.moveTo(2, center - 5);
  context.lineTo(7, center);
  context.lineTo(2, center + 5);
  context.fill();
  context.textAlign = "left";
  context.fillText(grouped(own), 11, center);
}

function drawMiddle({ context, width, colour }: Surface, ladder: Ladder, y: number, look: LadderLook): void {
  const { spread, imbalance, ownBeyond } = ladder;
  const center = y + middleHeight / 2;
  context.fillStyle = colour("raised");
  context.fillRect(0, y + 2, width, middleHeight - 4);
  context.font = `12px ${colour("words")}`;
  context.fillStyle = colour("muted");
  context.textAlign = "right";
  context.fillText(
    spread === undefined ? "one side is empty" : `spread ${grouped(spread, look.priceScale)}`,
    width * 0.63,
    center,
  );
  if (imbalance !== undefined) {
    context.fillText(`${Math.round(imbalance * 100)} % bids`, width - edge, center);
  }
  context.textAlign = "left";
  context.fillStyle = colour("accent");
  const beyond = `${ownBeyond.above > 0 ? `▲${ownBeyond.above} ` : ""}${ownBeyond.below > 0 ? `▼${ownBeyond.below}` : ""}`;
  context.fillText(beyond, 8, center);
}
