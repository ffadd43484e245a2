import { describe, expect, it } from "vitest";
import type { OrderVerdict } from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
/** The venue takes no request any more. */
const over = { toleranceMs: 0, marginMs: 0 } as const;

const openList = (total: number, orders: readonly object[] = []): Fate => ({
  answer: { state: 0, result: { p: 1, t: total, o: orders } },
});
const history = (count: number, items: readonly object[] = []): Fate => ({
  answer: { state: 0, result: { count, page: 1, items } },
});

/** An order that the venue does not show by its id. */
const hidden = (fateOf: (request: SeenRequest, page: number) => Fate): KeepingVenue =>
  keepingVenue((request) => fateOf(request, Number(JSON.parse(request.body ?? "{}").page)));

const resolve = ({ client, settle, clock }: KeepingVenue): Promise<OrderVerdict> => {
  const unknown = { operation: "placeOrder", signedAtMs: clock.epochMs(), clientOrderId: "77", ...order };
  return settle(client.resolveOrder(unknown, over), 200_000);
};

const partial: readonly [string, (request: SeenRequest) => Fate][] = [
  ["fewer open orders than it says", ({ target }) => (target.endsWith("order/list") ? openList(50) : "answered")],
  ["fewer past orders than it says", ({ target }) => (target.endsWith("orderHistory") ? history(51) : "answered")],
];

describe("a venue that lists", () => {
  it.each(partial)("%s proves no order absent, as often as it is asked", async (_, fateOf) => {
    const venue = hidden(fateOf);
    expect(await resolve(venue)).toEqual({ kind: "unknown", reason: "lists-not-whole" });
    expect(venue.ends().filter((end) => end === "orderHistory").length).toBeGreaterThan(10);
    expect(venue.clock.monotonicMs()).toBeGreaterThanOrEqual(120_000);
  });

  it.each(partial)("%s is asked again until its lists are whole", async (_, fateOf) => {
    const venue = hidden((request) => (request.atMs < 10_000 ? fateOf(request) : "answered"));
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
    expect(venue.clock.monotonicMs()).toBeGreaterThanOrEqual(10_000);
    expect(venue.clock.monotonicMs()).toBeLessThan(20_000);
  });

  it("more than it says is believed", async () => {
    const venue = hidden(({ target }) => (target.endsWith("order/list") ? openList(0, [row("5")]) : "answered"));
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
  });

  it("fewer than it says, with a record without an id that is like the order, is asked again: it may be another", async () => {
    const like = { ...row("5"), coi: "", t: 4_000_000_000_000 };
    const venue = hidden(({ target }) => (target.endsWith("order/list") ? openList(2, [like]) : "answered"));
    expect(await resolve(venue)).toEqual({ kind: "unknown", reason: "lists-not-whole" });
  });
});

describe("a list that changes between two pages", () => {
  const rows = (from: number, to: number): object[] =>
    Array.from({ length: to - from }, (_, index) => row(String(from + index)));

  it("is whole when orders were added in front", async () => {
    const venue = hidden(({ target }, page) => {
      const lists = page === 1 ? openList(60, rows(1, 51)) : openList(61, rows(50, 61));
      return target.endsWith("order/list") ? lists : "answered";
    });
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
  });

  it("is asked again when one left, since another may have slipped by", async () => {
    let walks = 0;
    const venue = hidden(({ target }, page) => {
      if (!target.endsWith("order/list")) {
        return "answered";
      }
      walks += page === 1 ? 1 : 0;
      const rest = walks === 1 ? rows(52, 61) : rows(51, 60);
      return page === 1 ? openList(61 - walks, rows(1, 51)) : openList(59, rest);
    });
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
    expect(walks).toBe(2);
  });
});

/** An open order of somebody else's. */
function row(oi: string): object {
  const money = { dp: "0", eq: "0", f: "0", fb: "0", fb0: "0", fz: "0", r: 0, ui: 1, of: 6 };
  return { oi, coi: "1", pi: "4BTC_USDT", sd: 1, p: "60000", q: "2", s: 1, t: 1, ...money };
}
