import type { Desk } from "../../desk.js";
import * as records from "../../records.js";

/** The contract whose charts are drawn. */
export const pair = "4BTC_USDT";

export type Row = readonly string[];
type Rows = readonly Row[] | null;

interface Depth {
  readonly pair: string;
  readonly ut: number;
  readonly seq: number;
  readonly asks?: Rows;
  readonly bids?: Rows;
  readonly add?: { readonly asks: Rows; readonly bids: Rows };
  readonly del?: { readonly asks: Rows; readonly bids: Rows };
}

/** How many books are remembered, to find the one that REST tells. */
const maxBooks = 100;

/** The book, message after message. */
export class Book {
  readonly #desk: Desk;
  #asks = new Map<number, string>();
  #bids = new Map<number, string>();
  #seq: number | undefined;
  readonly #past = new Map<
    number,
    { readonly seq: number; readonly asks: Map<number, string>; readonly bids: Map<number, string> }
  >();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  take(depth: Depth, t: number): void {
    const desk = this.#desk;
    desk.hold(
      "fields",
      depth.pair === pair && depth.ut > 1e12 && Number.isInteger(depth.seq),
      "a depth message lacks a field",
    );
    if (depth.add === undefined && depth.del === undefined) {
      desk.hold("fields", t === 0, `a whole book comes with t ${t} (note 5)`);
      this.#replace(depth);
    } else {
      desk.hold("fields", t === 1, `an increment comes with t ${t} (note 5)`);
      this.#change(depth);
    }
    this.#seq = depth.seq;
    this.#past.set(depth.ut, { seq: depth.seq, asks: new Map(this.#asks), bids: new Map(this.#bids) });
    if (this.#past.size > maxBooks) {
      this.#past.delete(this.#past.keys().next().value ?? 0);
    }
    const [ask, bid] = this.best;
    desk.hold("books", ask > bid, `the book is crossed: ${bid} and ${ask}`);
  }

  #replace({ asks, bids }: Depth): void {
    this.#asks = new Map((asks ?? []).map(([volume = "", price]) => [Number(price), volume]));
    this.#bids = new Map((bids ?? []).map(([volume = "", price]) => [Number(price), volume]));
  }

  #change({ add, del, seq }: Depth): void {
    const desk = this.#desk;
    desk.hold("fields", add !== undefined && del !== undefined, "an increment lacks add or del");
    desk.hold("seq", seq === (this.#seq ?? 0) + 1, `seq went from ${this.#seq} to ${seq}`);
    for (const [side, added, gone] of [
      [this.#asks, add?.asks, del?.asks],
      [this.#bids, add?.bids, del?.bids],
    ] as const) {
      for (const [volume = "", price] of added ?? []) {
        side.set(Number(price), volume);
      }
      for (const [, price] of gone ?? []) {
        side.delete(Number(price));
      }
    }
  }

  get best(): readonly [ask: number, bid: number] {
    return [Math.min(...this.#asks.keys()), Math.max(...this.#bids.keys())];
  }

  async holdTruth(): Promise<void> {
    const seq = this.#seq;
    if (seq === undefined) {
      return;
    }
    const mine = [new Map(this.#asks), new Map(this.#bids)] as const;
    const truth = await this.#desk.truth.book(pair, seq);
    this.#desk.hold("books", truth !== undefined, `the venue knows no book of seq ${seq}`);
    if (truth === undefined) {
      return;
    }
    this.#equal(mine[0], truth.asks, `asks at ${seq}`);
    this.#equal(mine[1], truth.bids, `bids at ${seq}`);
  }

  /** REST tells one of the states that were pushed. */
  async holdRest(): Promise<void> {
    const desk = this.#desk;
    const { result, ver } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v2/mdata/depth?pair=${pair}`)).text());
    desk.fit(records.restDepth, result, "depth");
    desk.hold("fields", ver === "2.0", `ver of depth is ${ver}`);
    const isKnown = await desk.until(() => this.#past.has(result.update_time), 2000);
    desk.hold("books", isKnown, `REST tells a book of ${result.update_time} that was not pushed`);
    const mine = this.#past.get(result.update_time);
    if (mine === undefined) {
      return;
    }
    const rows = (list: readonly { volume: string; price: string }[]): Row[] =>
      list.map(({ volume, price }) => [volume, price]);
    this.#equal(mine.asks, rows(result.asks), "asks by REST");
    this.#equal(mine.bids, rows(result.bids), "bids by REST");
  }

  #equal(mine: ReadonlyMap<number, string>, rows: readonly Row[], what: string): void {
    const differ = rows.filter(([volume, price]) => Number(mine.get(Number(price))) !== Number(volume)).length;
    const isEqual = differ === 0 && rows.length === mine.size;
    this.#desk.hold(
      "books",
      isEqual,
      `protocol A's ${what} differ in ${differ} of ${rows.length} levels, ${mine.size} are held`,
    );
  }
}
