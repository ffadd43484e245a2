import { describe, expect, it } from "vitest";
import { type IntentStore, Trader } from "../index.js";
import type { IntentEnd } from "../internal.js";
import { type SeenRequest, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

function opens(seen: readonly SeenRequest[]): readonly SeenRequest[] {
  return seen.filter(({ target }) => target.endsWith("order/open"));
}

const answer = ({ target, body = "{}" }: SeenRequest, nth: number): object => {
  if (target.endsWith("order/open")) {
    return { state: 0, order_id: String(nth), client_oid: JSON.parse(body).client_oid, status: 1 };
  }
  if (target.endsWith("order/list")) {
    return { state: 0, result: { p: 1, t: 0, o: [] } };
  }
  return { state: 0, result: "" };
};

describe("orders that were not sent when trading was halted", () => {
  it("are not sent any more, and say so: those in the throttle", async () => {
    const { client, clock, seen, settle } = scriptedVenue(answer);
    const trader = new Trader({}, { venue: client, clock });
    await settle(client.measureVenueTime());
    const placed = Array.from({ length: 50 }, () => trader.place(order).catch((error: unknown) => error));
    await clock.advanceAndSettle(0);
    const before = opens(seen).length;
    expect(before).toBeLessThan(50);
    void trader.halt("enough").catch(() => undefined);
    const ends = await Promise.all(placed.map((one) => settle(one)));
    expect(opens(seen)).toHaveLength(before);
    const halted = ends.filter((end) => end instanceof Error);
    expect(halted).toHaveLength(50 - before);
    expect(halted[0]).toMatchObject({ code: "halted", ambiguous: false, operation: "placeOrder" });
  });

  it("are not sent any more: those that wait for the venue's time", async () => {
    const { client, clock, seen } = scriptedVenue(answer);
    const trader = new Trader({}, { venue: client, clock });
    const failed = trader.place(order).catch((error: unknown) => error);
    void trader.halt("enough").catch(() => undefined);
    expect(await failed).toMatchObject({ code: "halted", ambiguous: false });
    await clock.advanceAndSettle(10_000);
    expect(opens(seen)).toEqual([]);
  });

  it("are not sent any more: those that wait for the intent store, which hears that they were not", async () => {
    const ends: IntentEnd[] = [];
    let begin: () => void = () => undefined;
    const intents: IntentStore = {
      begin: () => new Promise((resolve) => (begin = resolve)),
      end: async (_, end) => void ends.push(end),
    };
    const { client, clock, seen, settle } = scriptedVenue(answer, {}, { intents });
    await settle(client.measureVenueTime());
    const trader = new Trader({}, { venue: client, clock });
    const failed = trader.place(order).catch((error: unknown) => error);
    await clock.advanceAndSettle(1_000);
    void trader.halt("enough").catch(() => undefined);
    expect(await failed).toMatchObject({ code: "halted", ambiguous: false });
    begin();
    await clock.advanceAndSettle(10_000);
    expect(opens(seen)).toEqual([]);
    expect(ends).toEqual(["not-sent"]);
  });
});
