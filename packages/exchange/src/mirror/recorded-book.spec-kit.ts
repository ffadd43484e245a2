import * as fc from "fast-check";
import type { Command } from "../command/command.js";
import type { Direction } from "../market/market.js";
import type { MirrorLevel } from "./mirror-command.js";

/** What happens next, in words that do not depend on where the market is. */
export const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("tell" as const),
      whole: fc.boolean(),
      move: fc.constantFrom(...Array<number>(16).fill(0), 1, -1, 2, -2, 3, -3),
      asks: fc.array(fc.nat({ max: 9 }), { minLength: 4, maxLength: 4 }),
      bids: fc.array(fc.nat({ max: 9 }), { minLength: 4, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("trade" as const),
      sells: fc.boolean(),
      beyond: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
      size: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("order" as const),
      buys: fc.boolean(),
      rank: fc.nat({ max: 4 }),
      size: fc.integer({ min: 1, max: 6 }),
      atMarket: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("cancel-all" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("lose" as const) }) },
);

/** One thing that happens. */
export type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** A price step, and what a size of 1 is, at the scales of the linear market. */
const [step, lot] = [10, 100];

/** What the public has traded since the message before, where nothing was. */
const nothingUsed = { buy: new Map<number, number>(), sell: new Map<number, number>() };

/** The record as it would stand without any user: what it said last of each price, and all that it ever offered. */
export class RecordedBook {
  readonly told: Record<Direction, Map<number, number>> = { buy: new Map(), sell: new Map() };
  /** By side: the sum of everything that came to a price, first or later. */
  readonly offered: Record<Direction, number> = { buy: 0, sell: 0 };
  /** Whether it ever told a book. */
  hasTold = false;
  /** What stood at prices when they went out of sight: shown again, it is not offered anew. */
  readonly #remembered: Record<Direction, Map<number, number>> = { buy: new Map(), sell: new Map() };
  #middle = 400_000;

  /** The command that says it; nothing where it would be crossed, or nobody is there. */
  commandOf(one: Happening, pair: string, account: number): Command | undefined {
    switch (one.does) {
      case "tell":
        return this.#tell(one, pair);
      case "trade": {
        const best = this.best(one.sells ? "buy" : "sell") ?? this.#middle;
        const price = !this.hasTold ? undefined : best + (one.sells ? -1 : 1) * one.beyond * step;
        const takerDirection = one.sells ? "sell" : "buy";
        return price === undefined
          ? undefined
          : { kind: "mirror-trade", pair, price, quantity: one.size * lot, takerDirection };
      }
      case "order": {
        const side = one.buys ? "open-long" : "open-short";
        const base = { kind: "place-order", account, pair, side, quantity: one.size * lot } as const;
        const price = this.#middle + (one.buys ? 1 - one.rank : one.rank) * step;
        return one.atMarket ? { ...base, type: "market" } : { ...base, type: "limit", price };
      }
      case "lose":
        return { kind: "mirror-depth", pair, scope: "whole", asks: [], bids: [] };
      default:
        return { kind: "cancel-all", account, pair };
    }
  }

  best(direction: Direction): number | undefined {
    const prices = [...this.told[direction].keys()];
    return prices.length === 0 ? undefined : direction === "buy" ? Math.max(...prices) : Math.min(...prices);
  }

  /** Whether it says what stands at a price: as far as the worst price that it shows. */
  sees(direction: Direction, price: number): boolean {
    return [...this.told[direction].keys()].some((shown) => (direction === "buy" ? shown <= price : shown >= price));
  }

  /** Sums up what came to a side within the bound of a price: what its users could get there. */
  hear(
    command: Command,
    used: Record<Direction, ReadonlyMap<number, number>> = nothingUsed,
  ): { readonly buy: readonly MirrorLevel[]; readonly sell: readonly MirrorLevel[] } {
    const news = { buy: [] as MirrorLevel[], sell: [] as MirrorLevel[] };
    if (command.kind !== "mirror-depth") {
      return news;
    }
    for (const [direction, levels] of [
      ["sell", command.asks],
      ["buy", command.bids],
    ] as const) {
      this.hasTold = true;
      const told = this.told[direction];
      const remembered = this.#remembered[direction];
      for (const [price, quantity] of told) {
        remembered.set(price, quantity);
      }
      const said = new Map(levels);
      for (const [price, quantity] of command.scope === "change" ? used[direction] : []) {
        if (quantity > 0 && !said.has(price)) {
          news[direction].push([price, quantity]);
        }
      }
      for (const price of command.scope === "whole" ? [...told.keys()].filter((one) => !said.has(one)) : []) {
        told.delete(price);
      }
      for (const [price, quantity] of said) {
        const more = quantity - (told.get(price) ?? 0) + (used[direction].get(price) ?? 0);
        if (more > 0) {
          news[direction].push([price, more]);
        }
        this.offered[direction] += Math.max(0, quantity - (remembered.get(price) ?? 0));
        if (quantity === 0) {
          told.delete(price);
        } else {
          told.set(price, quantity);
        }
      }
      for (const price of [...remembered.keys()].filter((one) => this.sees(direction, one))) {
        remembered.delete(price);
      }
    }
    this.#forgetCrossed();
    return news;
  }

  /** Who is known to be at a price has left it once the other side stands there. */
  #forgetCrossed(): void {
    const [bid, ask] = [this.best("buy") ?? 0, this.best("sell") ?? Number.POSITIVE_INFINITY];
    for (const price of [...this.#remembered.sell.keys()].filter((one) => one <= bid)) {
      this.#remembered.sell.delete(price);
    }
    for (const price of [...this.#remembered.buy.keys()].filter((one) => one >= ask)) {
      this.#remembered.buy.delete(price);
    }
  }

  /** A ladder around a middle that moves. A change says every price that would otherwise cross it. */
  #tell({ whole, move, asks, bids }: Extract<Happening, { does: "tell" }>, pair: string): Command {
    this.#middle += move * step;
    const middle = this.#middle;
    const ladder = (sizes: readonly number[], sign: 1 | -1): Map<number, number> =>
      new Map(sizes.map((size, i) => [middle + (sign > 0 ? (i + 1) * step : -i * step), size * lot]));
    const sides = { sell: ladder(asks, 1), buy: ladder(bids, -1) };
    for (const direction of ["sell", "buy"] as const) {
      for (const price of this.told[direction].keys()) {
        const isCrossed = direction === "sell" ? price <= middle : price > middle;
        if (isCrossed && !sides[direction].has(price)) {
          sides[direction].set(price, 0);
        }
      }
    }
    const levels = (side: Map<number, number>): MirrorLevel[] =>
      [...side].filter(([, quantity]) => !whole || quantity > 0);
    const scope = whole ? "whole" : "change";
    return { kind: "mirror-depth", pair, scope, asks: levels(sides.sell), bids: levels(sides.buy) };
  }
}
