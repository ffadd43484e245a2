import type { PushEvent } from "@depthwire/core/internal";
import type { Styles } from "../program/styles.js";
import { clockTime, dayAndTime } from "../screen/time-format.js";

type DepthContent = Extract<PushEvent, { readonly kind: "depth" }>["depth"];
type Row = { readonly price: string; readonly quantity: string };
type Sides = { readonly asks?: readonly Row[] | null | undefined; readonly bids?: readonly Row[] | null | undefined };

/** What a channel said as lines for people: time of receipt, channel, content. At least one, oldest first. */
export function eventLines(event: PushEvent, channel: string, receivedAtMs: number, styles: Styles): readonly string[] {
  const head = `${styles.dim(clockTime(receivedAtMs))} ${channel}`;
  const lines = linesOf(event, styles);
  return (lines.length === 0 ? [`no ${event.kind} yet`] : lines).map((line) => `${head}  ${line}`);
}

function linesOf(event: PushEvent, styles: Styles): readonly string[] {
  switch (event.kind) {
    case "depth":
      return [depthText(event.depth, styles)];
    case "deals":
      return dealLines(event, styles);
    case "klines":
      return event.klines.map(
        ({ openedAtMs, openPrice, highPrice, lowPrice, closePrice, volume }) =>
          `${dayAndTime(openedAtMs)}  open ${openPrice}  high ${highPrice}  low ${lowPrice}  close ${closePrice}  volume ${volume}`,
      );
    case "ticker": {
      const { lastPrice, bestBidPrice, bestAskPrice, highPrice, lowPrice, volume, percentChange } = event.ticker;
      return [
        `last ${lastPrice}  bid ${styles.bid(bestBidPrice)}  ask ${styles.ask(bestAskPrice)}  24 h: high ${highPrice}  low ${lowPrice}  volume ${volume}  change ${percentChange} %`,
      ];
    }
    case "private":
      return [`${event.event.kind}  ${JSON.stringify(event.event.value)}`];
  }
}

/** Most quantities are not wider: they stand below each other. */
const quantityWidth = 9;

/** Trades come newest first; people read downwards. */
function dealLines(
  { deals, dataKind }: Extract<PushEvent, { readonly kind: "deals" }>,
  styles: Styles,
): readonly string[] {
  const earlier = dataKind === "full" ? `  ${styles.dim("before")}` : "";
  return [...deals].reverse().map(({ side, quantity, price, tradedAtMs }) => {
    const word = side === "buy" ? styles.bid("buy ") : styles.ask("sell");
    return `${word} ${quantity.padStart(quantityWidth)} at ${price}  ${styles.dim(clockTime(tradedAtMs))}${earlier}`;
  });
}

function depthText(depth: DepthContent, styles: Styles): string {
  const seq = `seq ${depth.seq ?? "?"}`;
  if (depth.kind === "snapshot") {
    const { asks, bids } = depth;
    const best = [bids?.[0] && styles.bid(levelText(bids[0])), asks?.[0] && styles.ask(levelText(asks[0]))];
    const count = `${bids?.length ?? 0} bids and ${asks?.length ?? 0} asks`;
    return `${seq}  snapshot of ${count}  ${best.filter((text) => text !== undefined).join("  ")}`.trimEnd();
  }
  const sides = [
    ["bids", styles.bid],
    ["asks", styles.ask],
  ] as const;
  const parts = sides.flatMap(([name, style]) => {
    const changed = [...rowsOf(depth.set, name), ...rowsOf(depth.modify, name)].map(levelText);
    const removed = rowsOf(depth.delete, name).map(({ price }) => `-${price}`);
    const all = [...changed, ...removed];
    return all.length === 0 ? [] : [`${name} ${style(all.join(" "))}`];
  });
  return [seq, ...(parts.length === 0 ? ["no change"] : parts)].join("  ");
}

function rowsOf(sides: Sides | null | undefined, name: "asks" | "bids"): readonly Row[] {
  return sides?.[name] ?? [];
}

function levelText({ price, quantity }: Row): string {
  return `${quantity}@${price}`;
}
