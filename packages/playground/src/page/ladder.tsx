import { subtractDecimals } from "@depthwire/core";
import type { JSX } from "preact";
import type { LevelText } from "../venue/best-levels.js";
import { grouped } from "./figures.js";
import { Panel } from "./panel.js";
import { price as ticketPrice } from "./ticket-draft.js";
import { account, book, facts } from "./world.js";

/** Rows of each side. */
const rows = 11;

interface Row extends LevelText {
  /** Everything from the best price to here, as a share of the larger side: for the eye, not for reckoning. */
  readonly share: number;
  readonly own: boolean;
}

function rowsOf(levels: readonly LevelText[], most: number): readonly Row[] {
  const own = new Set(account.value?.orders.map(({ price }) => Number(price)));
  let sum = 0;
  return levels.slice(0, rows).map((level) => {
    sum += Number(level.quantity);
    return { ...level, share: sum / most, own: own.has(Number(level.price)) };
  });
}

function sumOf(levels: readonly LevelText[]): number {
  return levels.slice(0, rows).reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

function Line({ row, side, isBest }: { row: Row | undefined; side: "buy" | "sell"; isBest: boolean }): JSX.Element {
  if (row === undefined) {
    return (
      <tr>
        <td colSpan={3} />
      </tr>
    );
  }
  const { priceScale = 0, quantityScale = 0 } = facts.value ?? {};
  return (
    <tr class={side}>
      <td class="own">{row.own ? "own" : ""}</td>
      <td>
        <button
          type="button"
          class="figure price"
          tabIndex={isBest ? 0 : -1}
          disabled={notLive() !== undefined}
          onClick={() => {
            ticketPrice.value = row.price;
          }}
        >
          {grouped(row.price, priceScale)}
        </button>
      </td>
      <td class="figure size">
        <span class="bar" style={{ width: `${Math.round(row.share * 100)}%` }} />
        <span class="text">{grouped(row.quantity, quantityScale)}</span>
      </td>
    </tr>
  );
}

/** Why the book must not be taken for a live one; undefined: it is one. */
export function notLive(): string | undefined {
  const shown = book.value;
  if (shown === undefined) {
    return "the exchange starts";
  }
  return shown.status === "live" ? undefined : `${shown.status}: ${shown.reason}`;
}

/** Best prices at the middle, as the dashboard has them. */
export function LadderPanel(): JSX.Element {
  const { asks = [], bids = [] } = book.value ?? {};
  const most = Math.max(sumOf(asks), sumOf(bids)) || 1;
  const [sells, buys] = [rowsOf(asks, most), rowsOf(bids, most)];
  const why = notLive();
  const places = Array.from({ length: rows }, (_, at) => at);
  return (
    <Panel area="ladder" title="Ladder" head={<span class="push faint">a price goes into the ticket</span>}>
      <div class="body">
        <table class={why === undefined ? "ladder" : "ladder stale"}>
          <thead>
            <tr>
              <th>
                <span class="unseen">own orders</span>
              </th>
              <th>price USDT</th>
              <th>size BTC</th>
            </tr>
          </thead>
          <tbody>
            {places.map((at) => (
              <Line key={`ask${at}`} row={sells[rows - 1 - at]} side="sell" isBest={at === rows - 1} />
            ))}
            <Middle />
            {places.map((at) => (
              <Line key={`bid${at}`} row={buys[at]} side="buy" isBest={at === 0} />
            ))}
          </tbody>
        </table>
        <Cover why={why} />
      </div>
    </Panel>
  );
}

function Middle(): JSX.Element {
  const shown = book.value;
  const [ask, bid] = [shown?.asks[0]?.price, shown?.bids[0]?.price];
  const scale = facts.value?.priceScale ?? 0;
  const spread =
    ask === undefined || bid === undefined ? "one side is empty" : grouped(subtractDecimals(ask, bid), scale);
  return (
    <tr class="middle">
      <td colSpan={2}>spread {spread}</td>
      <td>seq {shown?.seq ?? 0}</td>
    </tr>
  );
}

/** Says over a part of the page why it must not be relied upon. */
export function Cover({ why }: { readonly why: string | undefined }): JSX.Element | null {
  return why === undefined ? null : (
    <div class="cover">
      <p>{why}</p>
    </div>
  );
}
