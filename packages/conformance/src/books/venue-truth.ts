import type { Sandbox } from "@depthwire/sandbox";
import { plainDecimal, type ShownLevel } from "../client/client-line.js";

/** A book as a client may show it. */
export interface ShownBook {
  readonly seq: number;
  readonly asks: readonly ShownLevel[];
  readonly bids: readonly ShownLevel[];
}

/** What a venue is asked for the truth. */
export interface TrueVenue {
  readonly exchange: Pick<Sandbox["exchange"], "published" | "market">;
}

/** A venue's books by the numbers of its publications, and since when it has moved on from each. */
export class VenueTruth {
  /** What the venue had published when somebody looked: numbers rise, and so do times. */
  readonly #seen: { readonly seq: number; readonly atMs: number }[] = [];
  readonly #pair: string;
  readonly #venue: TrueVenue;

  constructor(venue: TrueVenue, pair: string) {
    this.#venue = venue;
    this.#pair = pair;
  }

  /** The number of the newest publication. */
  get newest(): number {
    return this.#venue.exchange.published(this.#pair)?.seq ?? 0;
  }

  /** Looks what is newest now. */
  look(nowMs: number): void {
    const seq = this.newest;
    if (seq > (this.#seen.at(-1)?.seq ?? -1)) {
      this.#seen.push({ seq, atMs: nowMs });
    }
  }

  /** How long the venue has had a later state than this one, in milliseconds, as far as it was looked at. */
  ageMs(seq: number, nowMs: number): number {
    const later = this.#seen.find((one) => one.seq > seq);
    return later === undefined ? 0 : nowMs - later.atMs;
  }

  /** What a shown book has wrong; nothing where it is right, `forgotten` where the venue no longer holds that state. */
  differs({ seq, asks, bids }: ShownBook): string | undefined {
    const published = this.#venue.exchange.published(this.#pair, seq);
    if (published === undefined) {
      return seq > this.newest ? `number ${seq} was never published` : "forgotten";
    }
    const { window } = published;
    return this.#differs("ask", asks, window.asks, seq) ?? this.#differs("bid", bids, window.bids, seq);
  }

  #differs(side: string, shown: readonly ShownLevel[], truth: TrueSide, seq: number): string | undefined {
    const wanted = Math.min(fewestLevels, truth.prices.length);
    if (shown.length < wanted) {
      return `${shown.length} ${side}s at number ${seq}, where ${wanted} or more were to be shown`;
    }
    for (const [i, [price, quantity]] of shown.entries()) {
      const [truePrice, trueQuantity] = this.#level(truth, i);
      if (price !== truePrice || quantity !== trueQuantity) {
        const was = truePrice === undefined ? "nothing" : `${truePrice} x ${trueQuantity}`;
        return `${side} ${i + 1} at number ${seq} is ${price} x ${quantity}, the venue had ${was}`;
      }
    }
    return undefined;
  }

  #level({ prices, quantities }: TrueSide, index: number): ShownLevel | readonly [] {
    const market = this.#venue.exchange.market(this.#pair);
    const price = prices[index];
    const quantity = quantities[index];
    return market === undefined || price === undefined || quantity === undefined
      ? []
      : [scaledText(price, market.priceScale), scaledText(quantity, market.quantityScale)];
  }
}

/** So many levels a side are to be shown, where the venue has them. */
const fewestLevels = 5;

interface TrueSide {
  readonly prices: readonly number[];
  readonly quantities: readonly number[];
}

/** A scaled integer as a decimal: 477413 with one decimal is 47741.3. */
export function scaledText(value: number, scale: number): string {
  const digits = String(value).padStart(scale + 1, "0");
  return plainDecimal(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}
