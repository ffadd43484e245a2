import { type OrderOutcomeUnknown, TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  type ScriptedVenue,
  type SeenRequest,
  scriptedVenue,
} from "../spec-kit/scripted-venue.spec-kit.js";

/** An order that the scripted venue has, and where it shows it. */
interface Placed {
  readonly id: string;
  readonly clientOrderId?: string;
  readonly status?: number;
  readonly quantity?: string;
  readonly atMs: number;
  readonly shownIn: "by-client-id" | "by-id" | "by-integer-id" | "open-orders" | "history";
}

const order = { pair: "4BTC_USDT", quantity: "0.0010", side: "open-long", type: "limit", price: "60000" } as const;

function short({ id, clientOrderId, status = 1, quantity = "0.001", atMs }: Placed): object {
  const ids = { oi: id, ...(clientOrderId === undefined ? {} : { coi: clientOrderId }) };
  const money = { dp: "0", eq: "0", f: "0", fb: "0", fb0: "0", fz: "0" };
  return {
    ...ids,
    pi: "4BTC_USDT",
    sd: 1,
    p: "60000.0",
    q: quantity,
    ...money,
    r: 0,
    s: status,
    t: atMs,
    ui: 1,
    of: 6,
  };
}

function long({ id, clientOrderId, status = 1, quantity = "0.001", atMs }: Placed): object {
  const createdAt = new Date(atMs).toISOString();
  return {
    id: Number(id),
    user_id: 1,
    coin_symbol: "USDT",
    pair: "4BTC_USDT",
    side: 1,
    order_type: 2,
    price: "60000.0000000000",
    amount_coin: quantity,
    freeze: "0",
    price_deal: "0",
    deal_coin: "0",
    deal_num: 0,
    fee: "0",
    fee_bix: "0",
    fee_bix0: "0",
    status,
    reason: 0,
    fee_rate_maker: "0",
    fee_rate_taker: "0",
    order_from: 6,
    createdAt,
    updatedAt: createdAt,
    ...(clientOrderId === undefined ? {} : { client_oid: Number(clientOrderId) }),
  };
}

/** A venue that cuts every order call and has `placed`. */
function venueWith(placed: readonly Placed[], down: (request: SeenRequest) => boolean = () => false): ScriptedVenue {
  const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  const shown = (where: Placed["shownIn"]): readonly Placed[] => placed.filter(({ shownIn }) => shownIn === where);
  const answer: Answer = (request) => {
    const { target } = request;
    const body = JSON.parse(request.body ?? "{}") as { order_ids?: string[]; clientOids?: (string | number)[] };
    if (down(request) || target.endsWith("order/open")) {
      throw cut;
    }
    if (target.endsWith("listBatchByClientOid")) {
      const found = shown("by-client-id").filter(({ clientOrderId }) => body.order_ids?.includes(clientOrderId ?? ""));
      return { state: 0, result: found.map(short) };
    }
    if (target.endsWith("orderById")) {
      const isText = typeof body.clientOids?.[0] === "string";
      const found = shown(isText ? "by-id" : "by-integer-id");
      return found.length === 0 ? { state: 2040, msg: "x" } : { state: 0, result: found.map(long) };
    }
    if (target.endsWith("order/list")) {
      return { state: 0, result: { p: 1, t: 0, o: shown("open-orders").map(short) } };
    }
    return { state: 0, result: { count: 0, page: 1, items: shown("history").map(long) } };
  };
  return scriptedVenue(answer);
}

async function place(venue: ScriptedVenue, clientOrderId = "77"): Promise<Error> {
  const failed = venue.client.usdt.placeOrder({ ...order, clientOrderId }).catch((error: unknown) => error);
  return (await venue.settle(failed)) as Error;
}

const resolve = async (venue: ScriptedVenue, options = {}) =>
  venue.settle(venue.client.resolveOrder((await place(venue)) as never, options), 200_000);

const nowMs = 1_602_679_943_911;

describe("resolveOrder", () => {
  it.each(["by-client-id", "by-id", "by-integer-id"] as const)("finds an order %s at once", async (shownIn) => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn }]);
    expect(await resolve(venue)).toMatchObject({ kind: "placed", orders: [{ orderId: "12", clientOrderId: "77" }] });
    expect(venue.clock.monotonicMs()).toBeLessThan(1_000);
  });

  it.each(["open-orders", "history"] as const)("finds an order that only the %s show", async (shownIn) => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn }]);
    expect(await resolve(venue)).toMatchObject({ kind: "placed", orders: [{ orderId: "12" }] });
  });

  it.each([undefined, "0", "", "000"])(
    "takes no order with the id %j for this one, and does not call it absent",
    async (id) => {
      const without = id === undefined ? {} : { clientOrderId: id };
      for (const shownIn of ["by-id", "open-orders", "history"] as const) {
        const venue = venueWith([{ id: "12", ...without, atMs: nowMs, shownIn }]);
        expect(await resolve(venue)).toMatchObject({
          kind: "unknown",
          reason: "look-alikes",
          candidates: [{ orderId: "12" }],
        });
        // It may still arrive: nothing is said before its fence.
        expect(venue.clock.monotonicMs()).toBeGreaterThan(32_000);
      }
    },
  );

  it("takes a record without an id for the order where the caller says so", async () => {
    const venue = venueWith([{ id: "12", atMs: nowMs, shownIn: "open-orders" }]);
    const verdict = await resolve(venue, { recordsWithoutId: "match" });
    expect(verdict).toMatchObject({ kind: "placed", orders: [{ orderId: "12" }] });
  });

  it("takes another order of the client's for no look-alike, whatever its record lacks", async () => {
    const venue = venueWith([{ id: "12", atMs: nowMs, shownIn: "open-orders" }]);
    venue.client.sentOrders.claim("76");
    venue.client.sentOrders.heard({ orderId: "12", clientOrderId: "76", status: "open" });
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
  });

  it("prefers the order with the id to all that are like it", async () => {
    const lookAlike: Placed = { id: "11", atMs: nowMs, shownIn: "open-orders" };
    const venue = venueWith([lookAlike, { id: "12", clientOrderId: "77", atMs: nowMs, shownIn: "history" }]);
    expect(await resolve(venue)).toMatchObject({ kind: "placed", orders: [{ orderId: "12" }] });
  });

  it.each([
    ["another pair", { pair: "4ETH_USDT" }],
    ["another side", { side: "open-short" }],
    ["another quantity", { quantity: "0.0011" }],
    ["another price", { price: "60000.1" }],
    ["another type of order with another price", { type: "limit", price: "1" }],
  ])("takes no order of %s for one with its id", async (_, other) => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn: "by-client-id" }]);
    const unknown = (await place(venue)) as OrderOutcomeUnknown;
    const wanted = { ...unknown.details, ...other };
    expect(await venue.settle(venue.client.resolveOrder(wanted), 200_000)).toEqual({ kind: "not-placed" });
  });

  it("passes over the price of a market order", async () => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn: "by-client-id" }]);
    const unknown = (await place(venue)) as OrderOutcomeUnknown;
    const wanted = { ...unknown.details, type: "market", price: "1" };
    expect(await venue.settle(venue.client.resolveOrder(wanted), 200_000)).toMatchObject({ kind: "placed" });
  });

  it.each([
    [5_000, "placed"],
    [5_001, "not-placed"],
  ])("takes a record that is older than the signature by %d ms: %s", async (olderByMs, kind) => {
    const placed: Placed[] = [];
    const venue = venueWith(placed);
    const unknown = (await place(venue)) as OrderOutcomeUnknown;
    const atMs = unknown.details.signedAtMs - olderByMs;
    placed.push({ id: "12", clientOrderId: "77", atMs, shownIn: "by-client-id" });
    expect(await venue.settle(venue.client.resolveOrder(unknown), 200_000)).toMatchObject({ kind });
  });

  it("finds an order that a push showed, without a call", async () => {
    const venue = venueWith([]);
    const pushed = {
      orderId: "9",
      clientOrderId: "77",
      pair: "4BTC_USDT",
      side: "open-long",
      price: "60000",
      quantity: "0.001",
      dealPrice: "0",
      dealQuantity: "0",
      status: "open",
      reason: 0,
      createdAtMs: nowMs,
    };
    const verdict = await resolve(venue, { pushed: () => pushed });
    expect(verdict).toMatchObject({ kind: "placed", orders: [{ orderId: "9" }] });
    expect(venue.seen).toHaveLength(1);
  });

  it("tells all that match, since nobody promises that ids are unique", async () => {
    const two = ["12", "13"].map((id) => ({ id, clientOrderId: "77", atMs: nowMs, shownIn: "by-client-id" as const }));
    expect(await resolve(venueWith(two))).toMatchObject({
      kind: "placed",
      orders: [{ orderId: "12" }, { orderId: "13" }],
    });
  });

  it("tells two orders of one id apart", async () => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn: "by-client-id" }]);
    const details = (await place(venue)) as unknown as { readonly details: { readonly quantity: string } };
    const unknowns = [{ ...details.details, quantity: "0.5" }, details.details] as never;
    const verdicts = await venue.settle(venue.client.resolveOrders(unknowns), 200_000);
    expect(verdicts).toMatchObject([{ kind: "not-placed" }, { kind: "placed", orders: [{ orderId: "12" }] }]);
  });

  it("takes no other order for this one", async () => {
    const others: Placed[] = [
      { id: "1", clientOrderId: "76", atMs: nowMs, shownIn: "open-orders" },
      { id: "2", quantity: "0.002", atMs: nowMs, shownIn: "open-orders" },
      { id: "3", atMs: nowMs - 60_000, shownIn: "history" },
    ];
    expect(await resolve(venueWith(others))).toEqual({ kind: "not-placed" });
  });

  it("calls an order rejected that the venue took and failed", async () => {
    const venue = venueWith([{ id: "12", clientOrderId: "77", status: 100, atMs: nowMs, shownIn: "by-client-id" }]);
    expect(await resolve(venue)).toMatchObject({ kind: "rejected" });
  });

  it("says not-placed only after a whole search that began when the request could not arrive any more", async () => {
    const venue = venueWith([]);
    expect(await resolve(venue)).toEqual({ kind: "not-placed" });
    const lists = venue.seen.filter(({ target }) => target.endsWith("order/list"));
    expect(lists[0]?.atMs).toBeGreaterThan(32_000);
    expect(venue.clock.monotonicMs()).toBeLessThan(40_000);
  });

  it("finds a request that arrived late", async () => {
    const late: Placed[] = [];
    const venue = venueWith(late);
    const verdict = resolve(venue);
    const found = { id: "12", clientOrderId: "77", atMs: nowMs + 20_000, shownIn: "by-client-id" as const };
    venue.clock.after(20_000, () => late.push(found));
    expect(await verdict).toMatchObject({ kind: "placed", orders: [{ orderId: "12" }] });
  });

  it("stays unknown where nobody knows how long a request stays good", async () => {
    expect(await resolve(venueWith([]), { toleranceMs: "not-known" })).toEqual({
      kind: "unknown",
      reason: "tolerance-not-known",
    });
  });

  it("stays unknown while the venue does not answer, and never takes silence for absence", async () => {
    const venue = venueWith([], ({ target }) => !target.endsWith("order/open"));
    expect(await resolve(venue)).toEqual({ kind: "unknown", reason: "venue-silent" });
  });

  it("is not misled when a part of the search fails after the fence", async () => {
    let failures = 3;
    const venue = venueWith(
      [{ id: "12", clientOrderId: "77", atMs: nowMs, shownIn: "history" }],
      ({ target, atMs }) => {
        const fails = target.endsWith("orderHistory") && atMs > 32_000 && failures > 0;
        failures -= fails ? 1 : 0;
        return fails;
      },
    );
    expect(await resolve(venue)).toMatchObject({ kind: "placed" });
  });

  it("resolves many with few calls, each with its own verdict", async () => {
    const venue = venueWith([{ id: "12", clientOrderId: "1", atMs: nowMs, shownIn: "by-client-id" }]);
    const unknowns = [await place(venue, "1"), await place(venue, "2")];
    const before = venue.seen.length;
    const verdicts = await venue.settle(venue.client.resolveOrders(unknowns as never), 200_000);
    expect(verdicts.map(({ kind }) => kind)).toEqual(["placed", "not-placed"]);
    const byClientId = venue.seen.slice(before).filter(({ target }) => target.endsWith("listBatchByClientOid"));
    expect(JSON.parse(byClientId[0]?.body ?? "")).toEqual({ order_ids: ["1", "2"] });
  });

  it("ends with the caller's signal", async () => {
    const venue = venueWith([]);
    const controller = new AbortController();
    const verdict = resolve(venue, { signal: controller.signal });
    venue.clock.after(5_000, () => controller.abort());
    await expect(verdict).rejects.toMatchObject({ code: "aborted" });
  });
});
