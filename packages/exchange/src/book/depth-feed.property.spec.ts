import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DepthPublished } from "../event/event.js";
import { Exchange } from "../exchange.js";
import type { Market } from "../market/market.js";
import { heldStates, windowLevels } from "./depth-feed.js";
import type { DepthWindow, Levels } from "./depth-window.js";

const market: Market = {
  pair: "4TST_USDT",
  family: "usdt-margined",
  coin: "TST",
  priceScale: 0,
  quantityScale: 0,
  contractUnit: 1,
  maxOrderQuantity: 1000,
  initialPrice: 1000,
  typicalQuantity: 10,
};
const { pair } = market;

/** A client: keeps what it was told, knows nothing of windows. */
class Follower {
  readonly asks: Map<number, number>;
  readonly bids: Map<number, number>;

  constructor(window: DepthWindow) {
    this.asks = toMap(window.asks);
    this.bids = toMap(window.bids);
  }

  receive({ changes: { add, del } }: DepthPublished): void {
    for (const side of ["asks", "bids"] as const) {
      add[side].prices.forEach((price, i) => {
        this[side].set(price, add[side].quantities[i] ?? 0);
      });
      // Deletions after additions, the order of the field notes: right only if no price stands in both.
      for (const price of del[side].prices) {
        this[side].delete(price);
      }
    }
  }
}

function toMap(levels: Levels): Map<number, number> {
  return new Map(levels.prices.map((price, i) => [price, levels.quantities[i] ?? 0]));
}

function publish(exchange: Exchange, at: number, seqStep?: number): DepthPublished | undefined {
  const step = seqStep === undefined ? {} : { seqStep };
  const [event] = exchange.apply({ kind: "publish-depth", pair, ...step }, at);
  return event?.kind === "depth-published" ? event : undefined;
}

const order = fc.record({
  buys: fc.boolean(),
  /** Far enough apart that sides hold more than a window. */
  price: fc.integer({ min: 1, max: 700 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  crosses: fc.boolean(),
});

describe("the depth feed", () => {
  it("leads a follower from any snapshot to every later window", () => {
    let fullWindows = 0;
    let publications = 0;
    const rounds = fc.array(fc.array(order, { maxLength: 25 }), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(rounds, fc.nat({ max: 4 }), (batches, joinAt) => {
        const exchange = new Exchange({ seed: 1, markets: [market] });
        // A stock of levels on both sides, more than the window shows.
        for (let away = 1; away <= windowLevels + 5; away++) {
          const base = { kind: "place-order", account: 900, pair, type: "limit", quantity: 3 } as const;
          exchange.apply({ ...base, side: "open-long", price: 1000 - 3 * away }, 1);
          exchange.apply({ ...base, side: "open-short", price: 1000 + 3 * away }, 1);
        }
        publish(exchange, 1);
        let follower: Follower | undefined;
        let last = exchange.published(pair);
        batches.forEach((batch, round) => {
          for (const one of batch) {
            const away = one.crosses ? -one.price / 10 : one.price;
            const price = Math.max(1, Math.round(one.buys ? 1000 - away : 1000 + away));
            const side = one.buys ? "open-long" : "open-short";
            exchange.apply(
              { kind: "place-order", account: 901, pair, type: "limit", side, price, quantity: one.quantity },
              1,
            );
          }
          const event = publish(exchange, 5);
          const truth = exchange.published(pair);
          if (event === undefined) {
            expect(truth).toBe(last);
          } else if (last !== undefined) {
            publications++;
            expect(event.seq).toBe(last.seq + 1);
            expect(event.updatedAtMs).toBeGreaterThan(last.updatedAtMs);
            for (const side of ["asks", "bids"] as const) {
              const { add, del } = event.changes;
              expect(add[side].prices.filter((price) => del[side].prices.includes(price))).toEqual([]);
            }
            follower?.receive(event);
          }
          last = truth;
          if (truth !== undefined && follower !== undefined) {
            expect(follower).toEqual(new Follower(truth.window));
            if (truth.window.asks.prices.length === windowLevels) {
              fullWindows++;
            }
          }
          if (round === joinAt && truth !== undefined) {
            follower = new Follower(truth.window);
          }
        });
      }),
      { numRuns: 40 },
    );
    expect(publications).toBeGreaterThan(300);
    expect(fullWindows).toBeGreaterThan(100);
  });

  it("holds exactly the last states, each as it was published", () => {
    const exchange = new Exchange({ seed: 3, markets: [market] });
    const seen = new Map<number, string>();
    const total = heldStates + 80;
    for (let i = 1; i <= total; i++) {
      exchange.apply({ kind: "tick" }, i * 100);
      publish(exchange, i * 100, 1);
      const state = exchange.published(pair);
      if (state !== undefined) {
        seen.set(state.seq, JSON.stringify(state));
      }
    }
    const newest = exchange.published(pair)?.seq ?? 0;
    expect(newest).toBeGreaterThan(heldStates);
    for (let seq = 1; seq <= newest; seq++) {
      const held = exchange.published(pair, seq);
      expect(held === undefined ? undefined : JSON.stringify(held)).toBe(
        seq > newest - heldStates ? seen.get(seq) : undefined,
      );
    }
    expect(exchange.published(pair, newest + 1)).toBeUndefined();
    expect(exchange.published(pair, 0)).toBeUndefined();
  });

  it("keeps every thirty-second window, and no more publications than it takes to have the window of the oldest", () => {
    const exchange = new Exchange({ seed: 3, markets: [market] });
    const history = exchange.state.markets.get(pair)?.depth.history ?? [];
    const lengths: number[] = [];
    for (let i = 1; i <= 330; i++) {
      publish(exchange, i, 2);
      lengths.push(history.length);
    }
    expect(Math.max(...lengths)).toBe(heldStates + 31);
    expect(lengths.slice(286, 290)).toEqual([287, 256, 257, 258]);
    expect(history.flatMap(({ window, seq }) => (window === undefined ? [] : [seq]))).toEqual(
      Array.from({ length: 9 }, (_, i) => 2 + 64 * (i + 2)),
    );
    expect(history[0]?.window).toBeDefined();
  });

  it("tells an empty book without any change", () => {
    const exchange = new Exchange({ seed: 1, markets: [market] });
    const nothing = { asks: { prices: [], quantities: [] }, bids: { prices: [], quantities: [] } };
    expect(publish(exchange, 10)?.changes).toEqual({ add: nothing, del: nothing });
    expect(exchange.published(pair)?.window).toEqual(nothing);
  });

  it("publishes nothing when nothing changed, unless it is told to step further", () => {
    const exchange = new Exchange({ seed: 1, markets: [market] });
    expect(exchange.published(pair)).toBeUndefined();
    expect(publish(exchange, 10)?.seq).toBe(1);
    expect(publish(exchange, 20)).toBeUndefined();
    expect(publish(exchange, 30, 4)).toMatchObject({ seq: 5, updatedAtMs: 30 });
    expect(exchange.published(pair, 4)).toBeUndefined();
    expect(exchange.published(pair, 5)?.updatedAtMs).toBe(30);
  });

  it("gives each publication a later time, even when the clock stands still or goes back", () => {
    const exchange = new Exchange({ seed: 1, markets: [market] });
    const times = [50, 50, 20, 51].map((at) => publish(exchange, at, 2)?.updatedAtMs);
    expect(times).toEqual([50, 51, 52, 53]);
  });
});
