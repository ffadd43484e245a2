import type { UnknownOutcome } from "@depthwire/core";
import { limits } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import type { OrderVerdict, ResolveOptions } from "../index.js";
import { type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** An order that was signed just now, and cut off. */
const cutOff = (
  { clock }: KeepingVenue,
  clientOrderId: string,
  other: Partial<UnknownOutcome> = {},
): UnknownOutcome => ({
  operation: "placeOrder",
  signedAtMs: clock.epochMs(),
  clientOrderId,
  ...order,
  ...other,
});

const resolve = (
  venue: KeepingVenue,
  unknowns: readonly UnknownOutcome[],
  options: ResolveOptions = {},
): Promise<readonly OrderVerdict[]> => venue.settle(venue.client.resolveOrders(unknowns, options), 300_000);

const at = (venue: KeepingVenue, end: string): readonly SeenRequest[] =>
  venue.seen.filter(({ target }) => target.endsWith(end));
const bodies = (venue: KeepingVenue, end: string): readonly Record<string, unknown>[] =>
  at(venue, end).map(({ body }) => JSON.parse(body ?? "{}"));

/** The venue is asked once: no order is good any more. */
const over = { toleranceMs: 0, marginMs: 0 } as const;

describe("a search for orders", () => {
  it("asks by so many ids as a call takes, each id once, as texts and as numbers", async () => {
    const venue = keepingVenue();
    const max = limits.batchOrders.max;
    const ids = Array.from({ length: max + 1 }, (_, index) => String(index + 1));
    await resolve(
      venue,
      [...ids, "1"].map((id) => cutOff(venue, id)),
      over,
    );
    expect(bodies(venue, "listBatchByClientOid")).toEqual([
      { order_ids: ids.slice(0, max) },
      { order_ids: [ids[max]] },
    ]);
    expect(bodies(venue, "orderById")).toEqual([
      { orderIds: [], clientOids: ids.slice(0, max) },
      { orderIds: [], clientOids: [ids[max]] },
      { orderIds: [], clientOids: ids.slice(0, max).map(Number) },
      { orderIds: [], clientOids: [Number(ids[max])] },
    ]);
  });

  it("takes a record without an id for a candidate, also where its caller says so", async () => {
    const venue = keepingVenue();
    const { oi } = venue.foreign({ coi: "" });
    const verdicts = await resolve(venue, [cutOff(venue, "1")], { ...over, recordsWithoutId: "candidate" });
    expect(verdicts).toMatchObject([{ kind: "unknown", reason: "look-alikes", candidates: [{ orderId: oi }] }]);
    const verdictsOfOne = await resolve(venue, [cutOff(venue, "1")], { ...over, recordsWithoutId: "match" });
    expect(verdictsOfOne).toMatchObject([{ kind: "placed", orders: [{ orderId: oi }] }]);
  });

  it("asks with numbers for nothing that was found by texts, though the runtime may have sent it twice", async () => {
    const venue = keepingVenue(undefined, {}, {}, "may-repeat");
    venue.foreign({ coi: "1" });
    const verdicts = await resolve(venue, [cutOff(venue, "1")], over);
    expect(verdicts).toMatchObject([{ kind: "placed" }]);
    expect(bodies(venue, "orderById")).toEqual([{ orderIds: [], clientOids: ["1"] }]);
  });

  it("asks no further for what is found, and walks each list once for all orders of its pair and side", async () => {
    const venue = keepingVenue();
    const found = venue.foreign({ coi: "1" });
    const short = { side: "open-short" } as const;
    const verdicts = await resolve(
      venue,
      [
        cutOff(venue, "1"),
        cutOff(venue, "2"),
        cutOff(venue, "3"),
        cutOff(venue, "4", short),
        cutOff(venue, "5", { pair: "4ETH_USDT" }),
      ],
      over,
    );
    expect(verdicts.map(({ kind }) => kind)).toEqual([
      "placed",
      "not-placed",
      "not-placed",
      "not-placed",
      "not-placed",
    ]);
    expect(verdicts[0]).toMatchObject({ orders: [{ orderId: found.oi }] });
    expect(bodies(venue, "orderById")[0]).toEqual({ orderIds: [], clientOids: ["2", "3", "4", "5"] });
    const lists = [
      { pair: "4BTC_USDT", order_side: 1 },
      { pair: "4BTC_USDT", order_side: 2 },
      { pair: "4ETH_USDT", order_side: 1 },
    ];
    expect(bodies(venue, "order/list")).toEqual(lists.map((list) => expect.objectContaining(list)));
    const histories = lists.map(({ pair, order_side: side }) => expect.objectContaining({ pair, side }));
    expect(bodies(venue, "orderHistory")).toEqual(histories);
  });

  it("walks the lists of all pairs for an order of which the pair is not known", async () => {
    const venue = keepingVenue();
    const { pair: _, ...anywhere } = cutOff(venue, "1");
    expect(await resolve(venue, [anywhere], over)).toEqual([{ kind: "not-placed" }]);
    expect(bodies(venue, "order/list")[0]).not.toHaveProperty("pair");
  });

  it.each([2040, 3000, 3002])("goes on where the venue answers %d to a form of the ids", async (refused) => {
    const venue = keepingVenue(({ target }) => (target.endsWith("ClientOid") ? { refused } : "answered"));
    expect(await resolve(venue, [cutOff(venue, "1")], over)).toEqual([{ kind: "not-placed" }]);
  });

  it.each([3012, 4003])("takes no other refusal for an answer: %d", async (refused) => {
    const venue = keepingVenue(({ target }) => (target.endsWith("ClientOid") ? { refused } : "answered"));
    expect(await resolve(venue, [cutOff(venue, "1")], over)).toEqual([{ kind: "unknown", reason: "venue-silent" }]);
    expect(at(venue, "order/list")).toEqual([]);
  });

  it("tells each record once, wherever it is shown", async () => {
    const venue = keepingVenue();
    const { oi } = venue.foreign({ coi: "0" });
    const [verdict] = await resolve(venue, [cutOff(venue, "1")], over);
    expect(verdict).toMatchObject({ kind: "unknown", reason: "look-alikes", candidates: [{ orderId: oi }] });
    expect(verdict).toHaveProperty("candidates.length", 1);
  });
});

describe("the time of a search", () => {
  it("passes between looks that come ever more seldom", async () => {
    const venue = keepingVenue();
    await venue.settle(venue.client.measureVenueTime());
    expect(await resolve(venue, [cutOff(venue, "1")])).toEqual([{ kind: "not-placed" }]);
    const looks = at(venue, "listBatchByClientOid").map(({ atMs }) => atMs);
    const gaps = looks.slice(1).map((atMs, index) => atMs - (looks[index] ?? 0));
    // The first look waits for what the clock had still to do.
    expect(gaps[0]).toBeGreaterThanOrEqual(500);
    expect(gaps[0]).toBeLessThan(1_000);
    expect(gaps.slice(1)).toEqual([1_000, 2_000, 4_000, ...Array(5).fill(5_000)]);
    expect(at(venue, "order/list")).toHaveLength(1);
  });

  it.each([
    [{ toleranceMs: 1_000, marginMs: 0 }, 3],
    [{ toleranceMs: 1_000, marginMs: 1_000 }, 4],
    [{ toleranceMs: 1_000 }, 4],
  ])("is over when a request can arrive no more: %j", async (options, looks) => {
    const venue = keepingVenue();
    await venue.settle(venue.client.measureVenueTime());
    expect(await resolve(venue, [cutOff(venue, "1")], options)).toEqual([{ kind: "not-placed" }]);
    expect(at(venue, "listBatchByClientOid")).toHaveLength(looks);
  });

  it.each([
    [{}, 120_000],
    [{ timeoutMs: 7_000 }, 7_000],
  ])("is bounded where the venue is silent: %j", async (options, boundMs) => {
    const venue = keepingVenue(() => "down");
    await venue.settle(venue.client.measureVenueTime());
    const beganAtMs = venue.clock.monotonicMs();
    expect(await resolve(venue, [cutOff(venue, "1")], options)).toEqual([{ kind: "unknown", reason: "venue-silent" }]);
    expect(venue.clock.monotonicMs() - beganAtMs).toBeGreaterThanOrEqual(boundMs);
    expect(venue.clock.monotonicMs() - beganAtMs).toBeLessThan(boundMs + 1_000);
  });

  it("keeps what was found when it is up", async () => {
    const venue = keepingVenue();
    const found = venue.foreign({ coi: "1" });
    const verdicts = await resolve(venue, [cutOff(venue, "1"), cutOff(venue, "2")], { timeoutMs: 5_000 });
    expect(verdicts).toMatchObject([
      { kind: "placed", orders: [{ orderId: found.oi }] },
      { kind: "unknown", reason: "venue-silent" },
    ]);
  });

  it.each(["down", "answered"] as const)("ends with the client, whatever the venue does: %s", async (fate) => {
    const venue = keepingVenue(() => fate);
    venue.clock.after(3_000, () => venue.client.close());
    await expect(resolve(venue, [cutOff(venue, "1")])).rejects.toMatchObject({ code: "closed" });
    expect(venue.clock.monotonicMs()).toBeLessThan(5_000);
    expect(venue.clock.pending()).toBe(0);
  });

  it("is nothing where no order has an id", async () => {
    const venue = keepingVenue();
    const { clientOrderId: _, ...nameless } = cutOff(venue, "1");
    expect(await resolve(venue, [nameless])).toEqual([{ kind: "unknown", reason: "no-client-order-id" }]);
    expect(venue.seen).toEqual([]);
  });
});

describe("a record", () => {
  const long = (venue: KeepingVenue, id: number, olderByMs: number, clientOrderId?: number): object => {
    const at = new Date(venue.clock.epochMs() - olderByMs).toISOString();
    const zero = { freeze: "0", price_deal: "0", deal_coin: "0", deal_num: 0, fee: "0", fee_bix: "0", fee_bix0: "0" };
    const of = { id, user_id: 1, coin_symbol: "USDT", pair: "4BTC_USDT", side: 1, order_type: 2, price: "60000" };
    const rates = { fee_rate_maker: "0", fee_rate_taker: "0" };
    const rest = { amount_coin: "2", status: 1, reason: 0, order_from: 6, createdAt: at, updatedAt: at };
    return { ...of, ...zero, ...rates, ...rest, ...(clientOrderId === undefined ? {} : { client_oid: clientOrderId }) };
  };

  it("of the past is found five minutes beyond the earliest of the orders, in whichever order they are asked", async () => {
    for (const isFirst of [true, false]) {
      const venue = keepingVenue();
      const early = cutOff(venue, "1", { signedAtMs: venue.clock.epochMs() - 600_000 });
      const late = cutOff(venue, "2");
      venue.history.push(long(venue, 8, 400_000), long(venue, 9, 900_000), long(venue, 7, 600_000, 1));
      const verdicts = await resolve(venue, isFirst ? [early, late] : [late, early], over);
      expect(verdicts.map(({ kind }) => kind).sort()).toEqual(["not-placed", "placed"]);
    }
  });

  it("that is older than that ends the walk", async () => {
    const venue = keepingVenue();
    venue.history.push(...Array.from({ length: 200 }, (_, index) => long(venue, index + 1, 300_001)));
    expect(await resolve(venue, [cutOff(venue, "1")], over)).toEqual([{ kind: "not-placed" }]);
    expect(at(venue, "orderHistory")).toHaveLength(1);
  });

  it("that shows no id is the order's where the venue's id of it is known", async () => {
    const venue = keepingVenue();
    const { oi } = venue.foreign({});
    venue.client.sentOrders.claim("1");
    venue.client.sentOrders.heard({ orderId: oi, clientOrderId: "1", status: "open" });
    const [verdict] = await resolve(venue, [cutOff(venue, "1")], over);
    expect(verdict).toMatchObject({ kind: "placed", orders: [{ orderId: oi }] });
  });

  it("that failed makes an order rejected only where no other has its id", async () => {
    const venue = keepingVenue();
    venue.foreign({ coi: "1", s: 100 });
    expect(await resolve(venue, [cutOff(venue, "1")], over)).toMatchObject([{ kind: "rejected" }]);
    venue.foreign({ coi: "1" });
    expect(await resolve(venue, [cutOff(venue, "1")], over)).toMatchObject([{ kind: "placed" }]);
  });
});
