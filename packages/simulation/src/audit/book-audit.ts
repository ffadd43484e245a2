import type { BookView } from "@depthwire/book";
import { checkView, isCrossed, type TrueExchange } from "@depthwire/testkit";
import type { Findings } from "./findings.js";

/** A connection that is silent is given up after 5 s and 8 s; with the way there and back a book may be live so long beside a newer one. Milliseconds. */
const maxBehindMs = 16_000;

/** Holds every live view against the state that the venue published with its number. */
export class BookAudit {
  readonly #findings: Findings;
  readonly #truth: () => TrueExchange & { published(pair: string, seq?: number): { readonly seq: number } | undefined };
  readonly #nowMs: () => number;
  /** When each state was published, in true time. */
  readonly #publishedMs = new Map<string, number>();

  constructor(
    findings: Findings,
    truth: () => TrueExchange & { published(pair: string, seq?: number): { readonly seq: number } | undefined },
    nowMs: () => number,
  ) {
    this.#findings = findings;
    this.#truth = truth;
    this.#nowMs = nowMs;
  }

  /** The venue published a state. */
  published(pair: string, seq: number): void {
    const key = `${pair} ${seq}`;
    if (!this.#publishedMs.has(key)) {
      this.#publishedMs.set(key, this.#nowMs());
    }
  }

  /** Somebody is shown a view now. */
  shown(who: string, view: BookView): void {
    if (view.status !== "live") {
      return;
    }
    const verdict = checkView(this.#truth(), view);
    if (verdict === "equal") {
      this.#findings.looked("books");
    } else if (verdict !== "forgotten") {
      this.#findings.add("books", `${who}: ${verdict.different}`);
    }
    if (isCrossed(view)) {
      this.#findings.add("books", `${who}: ${view.pair} is live and crossed at seq ${view.seq}`);
    }
  }

  /**
   * Somebody could look at this view now: the next state after a live one is not old.
   *
   * @param runsForMs how long the program has been running without a pause
   */
  standing(who: string, view: BookView, runsForMs: number): void {
    if (view.status !== "live" || runsForMs < maxBehindMs) {
      return;
    }
    this.#findings.looked("live");
    const nextMs = this.#publishedMs.get(`${view.pair} ${view.seq + 1}`);
    const behindMs = nextMs === undefined ? 0 : this.#nowMs() - nextMs;
    if (behindMs > maxBehindMs) {
      this.#findings.add("live", `${who}: ${view.pair} is live at seq ${view.seq}, ${Math.round(behindMs)} ms behind`);
    }
  }
}
