import type { Clock } from "@depthwire/core";
import * as coin from "@depthwire/schema/coin";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import { contractKindOf } from "../money/position-money.js";

/** So long an answer of the venue's holds for the limits: tag prices move by the second. Milliseconds. */
const answerAgeMs = 2_000;

/** What {@link TagPrices} work with. */
export interface TagPricesParts {
  readonly venue: CallMaker;
  readonly clock: Clock;
  /** The caller's own, which goes first. */
  readonly given: ((pair: string) => string | undefined) | undefined;
}

/** Mark prices for limits: those that the caller follows, or else what the venue tells of all contracts of a kind at once. */
export class TagPrices {
  readonly #parts: TagPricesParts;
  readonly #answers = new Map<string, { readonly price: string; readonly askedAtMs: number }>();

  constructor(parts: TagPricesParts) {
    this.#parts = parts;
  }

  /** Undefined: ask. */
  of(pair: string): string | undefined {
    const { clock, given } = this.#parts;
    const price = given?.(pair);
    if (price !== undefined) {
      return price;
    }
    const answer = this.#answers.get(pair);
    return answer !== undefined && clock.monotonicMs() - answer.askedAtMs <= answerAgeMs ? answer.price : undefined;
  }

  /** @throws as a call */
  async ask(pair: string, options: CallOptions): Promise<void> {
    const { venue, clock } = this.#parts;
    const askedAtMs = clock.monotonicMs();
    const operation = contractKindOf(pair) === "linear" ? usdt.getTagPrices : coin.getTagPrices;
    for (const [name, { tagPrice }] of Object.entries(await venue.call(operation, {}, options))) {
      this.#answers.set(name, { price: tagPrice, askedAtMs });
    }
  }
}
