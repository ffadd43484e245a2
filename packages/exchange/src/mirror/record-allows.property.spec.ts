import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../command/command.js";
import type { ExchangeEvent, Trade } from "../event/event.js";
import { Exchange } from "../exchange.js";
import { type Direction, opposite } from "../market/market.js";
import { checkLaws } from "../spec-support/exchange-laws.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import { canonicalText, decodeState, encodeState } from "../state/state-codec.js";
import { publicQuantity } from "./mirror-book.js";
import { type QueueRule, queueRules } from "./mirror-command.js";
import { tradesOf, user } from "./mirrored-market.spec-kit.js";
import { type Happening, happening, RecordedBook } from "./recorded-book.spec-kit.js";
import { publicAccounts } from "./taken.js";

const { pair } = linearMarket;

function sum(trades: readonly Trade[]): number {
  return trades.reduce((total, { quantity }) => total + quantity, 0);
}

function openVenue(): Exchange {
  const exchange = new Exchange({ seed: 1, markets: [linearMarket], source: "feed" });
  exchange.apply({ kind: "credit", account: user, coin: "USDT", amount: "100000000", purse: "contract" }, 1);
  return exchange;
}

function withQueue(command: Command, queue: QueueRule | undefined): Command {
  const isMirror = command.kind === "mirror-depth" || command.kind === "mirror-trade";
  return isMirror && queue !== undefined ? { ...command, queue } : command;
}

/** An order of the user's that waits, and how much of the public stands in front of it at the least. */
interface Waiting {
  readonly direction: Direction;
  readonly price: number;
  ahead: number;
}

/** Knows the record and what users got, and nothing of how the exchange keeps its line. */
class Witness {
  readonly record = new RecordedBook();
  readonly waiting = new Map<number, Waiting>();
  /** What users got from offers that stood, by the side of the offers. */
  readonly got: Record<Direction, number> = { buy: 0, sell: 0 };
  fills = { standing: 0, taking: 0 };
  /** What can still be taken of the latest message: neither users nor the public have traded it since. */
  #left: Record<Direction, Map<number, number>> = { buy: new Map(), sell: new Map() };
  /** By side: what the public has traded, or traded through, since then. */
  #used: Record<Direction, Map<number, number>> = { buy: new Map(), sell: new Map() };

  see(command: Command, exchange: Exchange, events: readonly ExchangeEvent[]): void {
    const news = this.record.hear(command, this.#used);
    const trades = tradesOf(events);
    if (command.kind === "mirror-depth") {
      this.#depth(trades, news);
      this.#left = { buy: new Map(this.record.told.buy), sell: new Map(this.record.told.sell) };
      this.#used = { buy: new Map(), sell: new Map() };
    } else if (command.kind === "mirror-trade") {
      this.#trade(trades, command);
    } else {
      this.#taking(trades);
    }
    this.#look(exchange);
    this.#compare(exchange);
  }

  /** The public has at each price what it is told to have there, but for what users took: of each side that is no more than they got. */
  #compare({ state }: Exchange): void {
    for (const direction of ["buy", "sell"] as const) {
      let hidden = 0;
      const used = [...this.#used[direction].values()].reduce((total, quantity) => total + quantity, 0);
      for (const [price, quantity] of this.record.told[direction]) {
        const shown = publicQuantity(state.markets.get(pair)?.book.side(direction).at(price));
        expect(shown).toBeLessThanOrEqual(quantity);
        hidden += quantity - shown;
      }
      expect(hidden).toBeLessThanOrEqual(this.got[direction] + used);
      expect(this.got[direction]).toBeLessThanOrEqual(this.record.offered[direction]);
    }
  }

  /** What comes to the orders' price is handed out once, at the orders' own price: never better than it was offered. */
  #depth(trades: readonly Trade[], news: ReturnType<RecordedBook["hear"]>): void {
    for (const direction of ["buy", "sell"] as const) {
      const mine = trades.filter(({ takerDirection }) => takerDirection === direction);
      const worst = mine.map(({ price }) => price).sort((a, b) => (direction === "sell" ? b - a : a - b))[0] ?? 0;
      const within = news[direction].filter(([price]) => (direction === "sell" ? price <= worst : price >= worst));
      expect(sum(mine)).toBeLessThanOrEqual(within.reduce((total, [, quantity]) => total + quantity, 0));
      this.got[direction] += sum(mine);
      this.fills.standing += mine.length;
    }
  }

  #trade(trades: readonly Trade[], command: Extract<Command, { kind: "mirror-trade" }>): void {
    const { price, quantity, takerDirection } = command;
    expect(sum(trades)).toBe(quantity);
    const mine = trades.filter(({ makerAccount }) => makerAccount === user);
    for (const fill of mine) {
      expect(takerDirection === "sell" ? fill.price >= price : fill.price <= price).toBe(true);
    }
    const side = opposite(takerDirection);
    const inLine = [...this.waiting.values()].filter((one) => one.direction === side && one.price === price);
    const least = Math.min(...inLine.map(({ ahead }) => ahead));
    const atPrice = sum(mine.filter((fill) => fill.price === price));
    expect(atPrice).toBeLessThanOrEqual(Math.max(0, quantity - least));
    this.fills.standing += mine.length;
    const left = this.#left[side];
    const among = quantity - sum(mine);
    for (const [at, stood] of left) {
      const isPassed = takerDirection === "sell" ? at > price : at < price;
      const used = isPassed ? stood : at === price ? Math.min(stood, among) : 0;
      left.set(at, stood - used);
      this.#used[side].set(at, (this.#used[side].get(at) ?? 0) + used);
    }
    for (const one of inLine) {
      one.ahead = Math.max(0, one.ahead - quantity);
    }
  }

  /** What somebody takes is there, and is not there a second time. */
  #taking(trades: readonly Trade[]): void {
    for (const { makerAccount, takerDirection, price, quantity } of trades) {
      if (makerAccount !== publicAccounts.maker) {
        continue;
      }
      const direction = opposite(takerDirection);
      const left = this.#left[direction].get(price) ?? 0;
      expect(quantity).toBeLessThanOrEqual(left);
      this.#left[direction].set(price, left - quantity);
      this.got[direction] += quantity;
      this.fills.taking += 1;
      for (const one of this.waiting.values()) {
        one.ahead -= one.direction === direction && one.price === price ? Math.min(one.ahead, quantity) : 0;
      }
    }
  }

  #look({ state }: Exchange): void {
    for (const { id, account, direction, price } of state.openOrders.values()) {
      if (account === user) {
        const shown = publicQuantity(state.markets.get(pair)?.book.side(direction).at(price));
        const known = this.waiting.get(id) ?? { direction, price, ahead: Number.POSITIVE_INFINITY };
        // Out of sight nobody knows that anybody has left.
        known.ahead = this.record.sees(direction, price) ? Math.min(known.ahead, shown) : known.ahead;
        this.waiting.set(id, known);
      }
    }
    for (const id of this.waiting.keys()) {
      if (!state.openOrders.has(id)) {
        this.waiting.delete(id);
      }
    }
  }
}

const course = fc.array(happening, { minLength: 60, maxLength: 60 });

describe("fills in a mirrored book", () => {
  it("are never better than the record allows, and hand out nothing twice, where nothing is said about the queue", () => {
    const fills = { standing: 0, taking: 0 };
    fc.assert(
      fc.property(course, (all) => {
        const exchange = openVenue();
        const witness = new Witness();
        all.forEach((one, i) => {
          const command = witness.record.commandOf(one, pair, user);
          if (command !== undefined) {
            const events = exchange.apply(command, 10 * (i + 2));
            // A cancellation takes its time.
            const later = exchange.apply({ kind: "pass-time" }, 10 * (i + 2) + 9);
            witness.see(command, exchange, [...events, ...later]);
          }
        });
        checkLaws(exchange.state);
        fills.standing += witness.fills.standing;
        fills.taking += witness.fills.taking;
      }),
      { numRuns: 100 },
    );
    expect(fills.standing).toBeGreaterThan(200);
    expect(fills.taking).toBeGreaterThan(200);
  });

  it("give one waiting order at least as much by every better rule, at every moment", () => {
    let differences = 0;
    let toTheFront = 0;
    const order = fc.record({ buys: fc.boolean(), rank: fc.nat({ max: 4 }), size: fc.integer({ min: 2, max: 20 }) });
    fc.assert(
      fc.property(course, order, (all, placed) => {
        const filled = queueRules.map((queue) => filledBy(queue, all, { ...placed, does: "order", atMarket: false }));
        const [worst = [], middle = [], best = []] = filled;
        worst.forEach((quantity, i) => {
          expect(quantity).toBeLessThanOrEqual(middle[i] as number);
          expect(middle[i]).toBeLessThanOrEqual(best[i] as number);
        });
        differences += worst.some((quantity, i) => quantity < (middle[i] as number)) ? 1 : 0;
        toTheFront += middle.some((quantity, i) => quantity < (best[i] as number)) ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    expect(Math.min(differences, toTheFront)).toBeGreaterThan(10);
  });

  it("go on in an exchange that was kept and opened again", () => {
    fc.assert(
      fc.property(course, fc.constantFrom(...queueRules), (all, queue) => {
        const exchange = openVenue();
        const record = new RecordedBook();
        let copy: Exchange | undefined;
        all.forEach((one, i) => {
          const said = record.commandOf(one, pair, user);
          if (said === undefined) {
            return;
          }
          record.hear(said);
          const command = withQueue(said, queue);
          exchange.apply(command, i + 2);
          copy?.apply(command, i + 2);
          if (i === 30) {
            const kept = decodeState(JSON.parse(JSON.stringify(encodeState(exchange.state))));
            copy = new Exchange({ seed: 1, markets: [linearMarket], source: "feed" }, kept);
          }
        });
        expect(canonicalText((copy ?? exchange).state)).toBe(canonicalText(exchange.state));
      }),
      { numRuns: 40 },
    );
  });
});

/** What one order has got after each thing that happened; the record is told, and nobody else trades. */
function filledBy(
  queue: QueueRule,
  all: readonly Happening[],
  placed: Extract<Happening, { does: "order" }>,
): number[] {
  const exchange = openVenue();
  const record = new RecordedBook();
  let got = 0;
  const course = all.filter(({ does }) => does === "tell" || does === "trade" || does === "lose");
  return [...course.slice(0, 1), placed, ...course.slice(1)].map((one, i) => {
    const said = record.commandOf(one, pair, user);
    if (said !== undefined) {
      record.hear(said);
      const events = exchange.apply(withQueue(said, queue), 10 * (i + 2));
      const mine = tradesOf(events).filter(({ makerAccount, takerAccount }) =>
        [makerAccount, takerAccount].includes(user),
      );
      got += sum(mine);
    }
    return got;
  });
}
