import { pushPeriods } from "../../channels.js";
import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { pair, type Row } from "./book.js";
import type { Tape } from "./tape.js";

const minuteMs = 60_000;

interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly vol: number;
}

/** Klines of every period, pushed and asked for. */
export class Candles {
  readonly #desk: Desk;
  readonly #known = new Map<string, Map<number, Candle>>();
  readonly #held = new Set<number>();
  readonly #made = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  take(topic: string, rows: readonly Row[]): void {
    const known = this.#known.get(topic) ?? new Map<number, Candle>();
    const isFirst = !this.#known.has(topic);
    this.#known.set(topic, known);
    this.#desk.hold("klines", isFirst || rows.length <= 2, `${topic}: an increment of ${rows.length} rows (note 14)`);
    for (const row of rows) {
      const isRow = (row.length === 6 || row.length === 7) && row.every((part) => typeof part === "string");
      this.#desk.hold("fields", isRow, `${topic}: a row is ${JSON.stringify(row)}`);
      const [open = 0, high = 0, low = 0, close = 0, vol = 0] = row.slice(-5).map(Number);
      const isInside = high >= Math.max(open, close) && low <= Math.min(open, close) && low > 0;
      this.#desk.hold("klines", isInside, `${topic}: ${row}`);
      known.set(Number(row[0]), { open, high, low, close, vol });
    }
    // A period's list may come after the minutes that made it.
    const minutes = this.#known.get(`${pair}_kline_1min`);
    if (minutes !== undefined && (isFirst || topic.endsWith("_kline_1min"))) {
      this.#make(minutes);
    }
  }

  get tagPrice(): number {
    return [...(this.#known.get(`${pair}TAGPRICE_kline_1min`)?.values() ?? [])].at(-1)?.close ?? Number.NaN;
  }

  /**
   * The current candle of each period is what the minutes in it made at some moment. One that began before the list of minutes does has
   * at least what they have.
   */
  async holdNesting(): Promise<void> {
    const minutes = [...(this.#known.get(`${pair}_kline_1min`) ?? [])];
    const oldest = Math.min(...minutes.map(([time]) => time));
    for (const period of pushPeriods.slice(1)) {
      const [from, candle] = [...(this.#known.get(`${pair}_kline_${period}`) ?? [])].at(-1) ?? [0, undefined];
      if (candle === undefined) {
        continue;
      }
      if (from < oldest) {
        const { high, low } = candle;
        // The newest minute may have moved on since.
        const isInside = minutes.slice(0, -1).every(([, minute]) => minute.high <= high && minute.low >= low);
        this.#desk.hold(
          "klines nest",
          isInside,
          `${period} is ${written(from, candle)}, and a minute in it lies outside`,
        );
        continue;
      }
      const told = written(from, candle);
      const isMade = await this.#desk.until(() => this.#made.has(told), 3000);
      this.#desk.hold("klines nest", isMade, `${period} is ${told}, which its minutes never made`);
    }
  }

  /** Remembers what the minutes make of every period. */
  #make(minutes: ReadonlyMap<number, Candle>): void {
    for (const period of pushPeriods.slice(1)) {
      const from = [...(this.#known.get(`${pair}_kline_${period}`)?.keys() ?? [])].at(-1);
      if (from === undefined) {
        continue;
      }
      const inside = [...minutes].filter(([time]) => time >= from).sort(([left], [right]) => left - right);
      const [first, last] = [inside[0]?.[1], inside.at(-1)?.[1]];
      if (first === undefined || last === undefined) {
        continue;
      }
      const high = Math.max(...inside.map(([, minute]) => minute.high));
      const low = Math.min(...inside.map(([, minute]) => minute.low));
      const vol = inside.reduce((sum, [, minute]) => sum + minute.vol, 0);
      this.#made.add(written(from, { open: first.open, high, low, close: last.close, vol }));
    }
  }

  /** What is over reads the same by REST. */
  async hold(period: string): Promise<void> {
    const desk = this.#desk;
    const address = `${desk.restUrl}/v2/mdata/kline?pair=${pair}&period=${period}&size=50`;
    const { result } = JSON.parse(await (await desk.fetch(address)).text());
    const pushed = this.#known.get(`${pair}_kline_${period}`) ?? new Map<number, Candle>();
    const newest = Math.max(...pushed.keys());
    for (const row of result) {
      desk.fit(records.kline, row, "a kline");
      const other = pushed.get(row.time);
      if (other === undefined || row.time >= newest) {
        continue;
      }
      for (const key of ["open", "high", "low", "close", "vol"] as const) {
        desk.hold(
          "klines",
          Number(row[key]) === other[key],
          `${period} ${key}: ${row[key]} asked, ${other[key]} pushed`,
        );
      }
    }
  }

  /** A minute whose every deal was heard is what they make of it. */
  holdAgainst({ deals }: Tape, beganAtMs: number): void {
    const from = Math.floor(beganAtMs / minuteMs) + 1;
    for (let minute = from; (minute + 1) * minuteMs < Date.now() - 1000; minute++) {
      if (this.#held.has(minute)) {
        continue;
      }
      this.#held.add(minute);
      const mine = deals.filter(({ atMs }) => Math.floor(atMs / minuteMs) === minute);
      const candle = this.#known.get(`${pair}_kline_1min`)?.get(minute * minuteMs);
      if (mine.length === 0) {
        continue;
      }
      const prices = mine.map(({ price }) => price);
      const made = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)];
      const told = [candle?.open, candle?.high, candle?.low, candle?.close];
      this.#desk.hold(
        "klines from deals",
        made.join() === told.join(),
        `a minute of ${mine.length} deals is ${made}, told ${told}`,
      );
      const volume = mine.reduce((sum, { amount }) => sum + amount, 0);
      const isSame = Math.abs(volume - (candle?.vol ?? 0)) < 1e-6 * volume;
      this.#desk.hold("klines from deals", isSame, `deals of a minute add up to ${volume}, volume is ${candle?.vol}`);
    }
  }
}

/** A candle as text; what doubles lose in a sum is left out. */
function written(time: number, { open, high, low, close, vol }: Candle): string {
  return [time, open, high, low, close, vol.toFixed(6)].join();
}
