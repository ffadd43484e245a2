import type { Desk } from "../../desk.js";
import { type Book, pair, type Row } from "./book.js";

interface Deal {
  readonly price: number;
  readonly amount: number;
  readonly atMs: number;
}

/** Deals as they come, and the ticker that follows from them. */
export class Tape {
  readonly #desk: Desk;
  readonly deals: Deal[] = [];
  #isStarted = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  take(payload: { readonly pair: string; readonly d: readonly Row[] } | Row): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      const list = (payload as { readonly d: readonly Row[] }).d;
      // Newest first.
      for (const row of [...list].reverse()) {
        this.#add(row);
      }
      return;
    }
    const row = payload as Row;
    // Deployments put the pair first: note 15.
    this.#desk.hold(
      "deals",
      row.length === (this.#desk.deployed ? 6 : 5),
      `a later deal has ${row.length} elements (note 15)`,
    );
    this.#add(row.length === 6 ? row.slice(1) : row);
  }

  #add([price, amount, side, atMs]: Row): void {
    const desk = this.#desk;
    const isRight = Number(price) > 0 && Number(amount) > 0 && ["1", "2"].includes(String(side)) && Number(atMs) > 1e12;
    desk.hold("deals", isRight, `a deal is ${[price, amount, side, atMs]}`);
    const last = this.deals.at(-1);
    desk.hold(
      "deals",
      last === undefined || Number(atMs) >= last.atMs,
      `a deal of ${atMs} comes after one of ${last?.atMs}`,
    );
    this.deals.push({ price: Number(price), amount: Number(amount), atMs: Number(atMs) });
  }

  holdTicker(row: Row, book: Book): void {
    const desk = this.#desk;
    desk.hold(
      "tickers",
      row.length === 14 && row.every((part) => typeof part === "string"),
      `a ticker of ${row.length} parts`,
    );
    const [name, last, second, third, high, low, bid, , ask, , , change] = row;
    desk.hold("tickers", name === pair && /^[-+]?[\d.]+%$/.test(change ?? ""), `a ticker of ${name}, ${change}`);
    desk.hold(
      "tickers",
      Number(high) >= Number(last) && Number(last) >= Number(low),
      `last ${last} of ${low} to ${high}`,
    );
    desk.hold("tickers", Number(bid) < Number(ask), `bid ${bid}, ask ${ask}`);
    // Deployments have them the other way round: note 16.
    const [cny, usd] = desk.deployed ? [third, second] : [second, third];
    desk.hold("tickers", Number(cny) === Number(row[13]), `cny ${cny}, at the end ${row[13]}`);
    desk.hold("tickers", Number(cny) > Number(usd), `cny ${cny}, usd ${usd}`);
    if (this.deals.length > 0) {
      const isDealt = this.deals.slice(-50).some(({ price }) => price === Number(last));
      desk.hold("tickers", isDealt, `last ${last} is the price of no recent deal`);
    }
    const [bestAsk, bestBid] = book.best;
    const isClose = Math.abs(Number(ask) / bestAsk - 1) < 0.01 && Math.abs(Number(bid) / bestBid - 1) < 0.01;
    desk.hold("tickers", !Number.isFinite(bestAsk) || isClose, `ticker ${bid}, ${ask}, book ${bestBid}, ${bestAsk}`);
  }
}
