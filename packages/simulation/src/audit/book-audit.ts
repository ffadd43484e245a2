import type { BookView, BookViewJson } from "@depthwire/book";
import { compareDecimal } from "@depthwire/core";
import { checkView, isCrossed, type TrueExchange } from "@depthwire/testkit";
import type { Findings } from "./findings.js";

/** A connection that is silent is given up after 5 s and 8 s; with the way there and back a book may be live so long beside a newer one. Milliseconds. */
const maxBehindMs = 16_000;

/** Holds every live view against the state that the venue published with its number. */
export class BookAudit {
  readonly findings: Findings;
  readonly #truth: () => TrueExchange;
  readonly #nowMs: () => number;
  /** When each state was published, in true time. */
  #publishedMs = new Map<string, number>();
  /** The same of before the exchange was begun again. */
  #beforeMs: ReadonlyMap<string, number> = new Map();

  constructor(findings: Findings, truth: () => TrueExchange, nowMs: () => number) {
    this.findings = findings;
    this.#truth = truth;
    this.#nowMs = nowMs;
  }

  /** What the exchange published before comes again, from its disk: what was taken back does not, since nobody was told. */
  renewed(): void {
    this.#beforeMs = this.#publishedMs;
    this.#publishedMs = new Map();
  }

  /** The venue published a state. */
  published(pair: string, seq: number): void {
    const key = `${pair} ${seq}`;
    if (!this.#publishedMs.has(key)) {
      this.#publishedMs.set(key, this.#beforeMs.get(key) ?? this.#nowMs());
    }
  }

  /** Somebody is shown a view now. */
  shown(who: string, view: BookView): void {
    if (view.status !== "live") {
      return;
    }
    const verdict = checkView(this.#truth(), view);
    if (verdict === "equal") {
      this.findings.looked("books");
    } else if (verdict !== "forgotten") {
      this.findings.add("books", `${who}: ${verdict.different}`);
    }
    if (isCrossed(view)) {
      this.findings.add("books", `${who}: ${view.pair} is live and crossed at seq ${view.seq}`);
    }
  }

  /** Somebody is answered with the best levels of a book, as JSON. */
  served(who: string, { pair, status, seq, asks, bids }: BookViewJson, levels: number): void {
    const market = this.#truth().market(pair);
    const published = this.#truth().published(pair, seq);
    if (status !== "live" || market === undefined || published === undefined) {
      return;
    }
    this.findings.looked("books");
    for (const [side, truth] of [
      [asks, published.window.asks],
      [bids, published.window.bids],
    ] as const) {
      const shown = Math.min(levels, truth.prices.length);
      const isSame = (index: number): boolean =>
        isValue(side[index]?.price, truth.prices[index], market.priceScale) &&
        isValue(side[index]?.quantity, truth.quantities[index], market.quantityScale);
      if (side.length !== shown || !truth.prices.slice(0, shown).every((_, index) => isSame(index))) {
        this.findings.add(
          "books",
          `${who}: ${pair} is served as live at seq ${seq} with other levels than the venue's`,
        );
      }
    }
  }

  /**
   * Somebody could look at this view now: the next state after a live one is not old.
   *
   * @param runsForMs how long the program has been running without a pause
   */
  standing(who: string, view: Pick<BookView, "pair" | "status" | "seq">, runsForMs: number): void {
    if (view.status !== "live" || runsForMs < maxBehindMs) {
      return;
    }
    this.findings.looked("live");
    const nextMs = this.#publishedMs.get(`${view.pair} ${view.seq + 1}`);
    const behindMs = nextMs === undefined ? 0 : this.#nowMs() - nextMs;
    if (behindMs > maxBehindMs) {
      this.findings.add("live", `${who}: ${view.pair} is live at seq ${view.seq}, ${Math.round(behindMs)} ms behind`);
    }
  }
}

/** Whether a decimal is value × 10^-scale. */
function isValue(decimal: string | undefined, value: number | undefined, scale: number): boolean {
  if (decimal === undefined || value === undefined) {
    return false;
  }
  const digits = String(value).padStart(scale + 1, "0");
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return compareDecimal(decimal, text) === 0;
}
