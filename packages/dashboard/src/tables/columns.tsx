import { tickerOf } from "../data/desk.js";
import { facts } from "../data/reference.js";
import type { Fill, Happening, Order, PlanOrder, Position } from "../data/wire.js";
import { choosePair } from "../keys/commands.js";
import {
  compareDecimal,
  divideDecimals,
  dropDecimals,
  multiplyDecimals,
  signOf,
  subtractDecimals,
} from "../numbers/exact.js";
import { clockText, exactTime, grouped, pairText, signed, unknownText } from "../numbers/format.js";
import { isSell } from "../numbers/ladder.js";
import type { Column } from "./table.js";

interface OfPair {
  readonly pair: string;
}

function scaleOf(pair: string): number {
  return facts.value.get(pair)?.priceScale ?? 0;
}

function pairColumn<Row extends OfPair>(): Column<Row> {
  return {
    title: "pair",
    kind: "text",
    text: ({ pair }) => pairText(pair),
    show: ({ pair }) => (
      <button type="button" class="plain" onClick={() => choosePair(pair)}>
        {pairText(pair)}
      </button>
    ),
  };
}

function sideColumn<Row extends { readonly side: string }>(): Column<Row> {
  return {
    title: "side",
    kind: "text",
    text: ({ side }) => side.replace("-", " "),
    show: ({ side }) => {
      const sells = isSell({ side }) || side === "short";
      return (
        <span class={sells ? "sell" : "buy"}>
          {sells ? "▾" : "▴"} {side.replace("-", " ")}
        </span>
      );
    },
  };
}

function timeColumn<Row>(title: string, at: (row: Row) => number): Column<Row> {
  return {
    title,
    kind: "figure",
    text: (row) => String(at(row)),
    show: (row) => clockText(at(row)),
    exact: (row) => exactTime(at(row)),
  };
}

function figure<Row>(title: string, text: (row: Row) => string, scale: (row: Row) => number = () => 0): Column<Row> {
  return { title, kind: "figure", text, show: (row) => grouped(text(row), scale(row)) };
}

function priceFigure<Row extends OfPair>(title: string, text: (row: Row) => string | undefined): Column<Row> {
  return {
    title,
    kind: "figure",
    text: (row) => text(row) ?? "",
    show: (row) => {
      const price = text(row);
      return price === undefined || price === "" || signOf(price) === 0
        ? unknownText
        : grouped(price, scaleOf(row.pair));
    },
  };
}

/** What a position has gained at the last price. */
export function gainOf({ pair, side, quantity, openPrice }: Position): string | undefined {
  const last = tickerOf(pair).value?.lastPrice;
  if (last === undefined) {
    return undefined;
  }
  return multiplyDecimals(
    quantity,
    side === "long" ? subtractDecimals(last, openPrice) : subtractDecimals(openPrice, last),
  );
}

/** What a position is worth at the last price. */
function worthOf({ pair, quantity }: Position): string | undefined {
  const last = tickerOf(pair).value?.lastPrice;
  return last && multiplyDecimals(quantity, last);
}

/** The gain at the last price as a share of the margin, in percent. */
function shareOf(position: Position): string | undefined {
  const gain = gainOf(position);
  return gain === undefined || signOf(position.margin) <= 0
    ? undefined
    : divideDecimals(multiplyDecimals(gain, "100"), position.margin, 2, "down");
}

/** Whether the last price is beyond the one at which the venue warns. */
export function isLiquidationNear({ pair, side, alertPrice }: Position): boolean {
  const last = tickerOf(pair).value?.lastPrice;
  if (last === undefined || signOf(alertPrice) <= 0) {
    return false;
  }
  return side === "long" ? compareDecimal(last, alertPrice) <= 0 : compareDecimal(last, alertPrice) >= 0;
}

/** Decimals that are shown of a gain; hovering shows all. */
const gainScale = 4;

/** Columns of positions. */
export const positionColumns: readonly Column<Position>[] = [
  pairColumn(),
  sideColumn(),
  figure(
    "size",
    ({ quantity }) => quantity,
    ({ pair }) => facts.value.get(pair)?.quantityScale ?? 0,
  ),
  priceFigure("opened at", ({ openPrice }) => openPrice),
  priceFigure("last", ({ pair }) => tickerOf(pair).value?.lastPrice),
  {
    title: "gain at last",
    kind: "figure",
    text: (position) => gainOf(position) ?? "",
    show: (position) => {
      const gain = gainOf(position);
      return gain === undefined ? (
        unknownText
      ) : (
        <span class={signOf(gain) < 0 ? "bad" : "good"}>{signed(dropDecimals(gain, gainScale), 2)}</span>
      );
    },
  },
  {
    title: "of margin",
    kind: "figure",
    text: (position) => shareOf(position) ?? "",
    show: (position) => {
      const share = shareOf(position);
      return share === undefined ? unknownText : <span class="muted">{signed(share, 2)} %</span>;
    },
  },
  {
    title: "value",
    kind: "figure",
    text: (position) => worthOf(position) ?? "",
    show: (position) => {
      const value = worthOf(position);
      return value === undefined ? unknownText : grouped(dropDecimals(value, 2), 2);
    },
  },
  figure("margin", ({ margin }) => margin),
  { title: "mode", kind: "text", text: ({ mode, leverage }) => `${mode} ×${leverage}` },
  {
    ...priceFigure<Position>("liquidation", ({ liquidationPrice }) => liquidationPrice),
    exact: ({ mode, liquidationPrice }) =>
      mode === "cross"
        ? `${liquidationPrice} when it was pushed; at cross margin it moves with every mark`
        : liquidationPrice,
    show: (position) =>
      signOf(position.liquidationPrice) === 0 ? (
        unknownText
      ) : (
        <span class={isLiquidationNear(position) ? "pill bad" : ""}>
          {isLiquidationNear(position) ? "near: " : ""}
          {position.mode === "cross" ? "≈ " : ""}
          {grouped(position.liquidationPrice, scaleOf(position.pair))}
        </span>
      ),
  },
];

/** Columns of orders. */
export const orderColumns: readonly Column<Order>[] = [
  timeColumn("placed", ({ createdAtMs }) => createdAtMs),
  pairColumn(),
  sideColumn(),
  priceFigure("price", ({ price }) => price),
  figure(
    "amount",
    ({ quantity }) => quantity,
    ({ pair }) => facts.value.get(pair)?.quantityScale ?? 0,
  ),
  figure(
    "traded",
    ({ dealQuantity }) => dealQuantity,
    ({ pair }) => facts.value.get(pair)?.quantityScale ?? 0,
  ),
  priceFigure("take-profit", ({ takeProfitTriggerPrice }) => takeProfitTriggerPrice),
  priceFigure("stop-loss", ({ stopLossTriggerPrice }) => stopLossTriggerPrice),
  { title: "status", kind: "text", text: ({ status }) => status.replace("-", " ") },
  { title: "order", kind: "figure", text: ({ orderId }) => orderId },
];

/** Columns of plan orders. */
export const planColumns: readonly Column<PlanOrder>[] = [
  pairColumn(),
  sideColumn(),
  { title: "plan", kind: "text", text: ({ plan }) => plan.replace("-", " ") },
  priceFigure("trigger", ({ triggerPrice }) => triggerPrice),
  {
    title: "then",
    kind: "text",
    text: ({ type, price }) => (type === "market" ? "at the market" : `limit at ${price}`),
  },
  figure(
    "amount",
    ({ quantity }) => quantity,
    ({ pair }) => facts.value.get(pair)?.quantityScale ?? 0,
  ),
  { title: "status", kind: "text", text: ({ status }) => status },
  { title: "order", kind: "figure", text: ({ orderId }) => orderId },
];

/** Columns of own trades. */
export const fillColumns: readonly Column<Fill>[] = [
  timeColumn("traded", ({ createdAtMs }) => createdAtMs),
  pairColumn(),
  sideColumn(),
  priceFigure("price", ({ dealPrice }) => dealPrice),
  figure(
    "amount",
    ({ dealQuantity }) => dealQuantity,
    ({ pair }) => facts.value.get(pair)?.quantityScale ?? 0,
  ),
  figure("value", ({ dealPrice, dealQuantity }) => multiplyDecimals(dealPrice, dealQuantity)),
  figure("fee", ({ fee }) => fee),
  { title: "as", kind: "text", text: ({ liquidity }) => liquidity },
  { title: "order", kind: "figure", text: ({ orderId }) => orderId },
];

/** What an event says, in one line. */
export function wordsOf({ kind, data }: Happening): string {
  const { order, fill, position, asset, planOrder, halt, origin: _, previous: __, ...rest } = data;
  const main = order ?? fill ?? position ?? asset ?? planOrder ?? halt ?? rest;
  const shown = [
    "orderId",
    "pair",
    "coin",
    "side",
    "status",
    "price",
    "quantity",
    "available",
    "reason",
    "dropped",
    "dealPrice",
    "dealQuantity",
  ];
  const parts = Object.entries(main as Record<string, unknown>)
    .filter(([name, value]) => shown.includes(name) && value !== undefined && value !== "")
    .map(([name, value]) => `${name} ${String(value)}`);
  return parts.length === 0 && kind === "gap" ? "events of another run: nobody can count them" : parts.join(", ");
}

/** Columns of what happened. */
export const eventColumns: readonly Column<Happening>[] = [
  {
    title: "heard",
    kind: "figure",
    text: ({ heardAtMs }) => String(heardAtMs),
    show: ({ heardAtMs }) => clockText(heardAtMs),
    exact: ({ heardAtMs }) => exactTime(heardAtMs),
  },
  { title: "what", kind: "text", text: ({ kind }) => kind.replaceAll("-", " ") },
  { title: "says", kind: "text", text: wordsOf, exact: ({ data }) => JSON.stringify(data) },
  { title: "id", kind: "figure", text: ({ id }) => id },
];
