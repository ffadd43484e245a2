import { expect, it, vi } from "vitest";
import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { VenueKit } from "../../../exchange/src/spec-support/venue-kit.js";
import { type ExportRow, exportTables } from "./exports.js";

const [alice, bob] = [1001, 1002];

/** Two who have opened and closed positions of 0.01 so often. */
function traded(times: number): VenueKit {
  const venue = new VenueKit(lawMarkets, { keptRecords: 10_000 });
  venue.fund(alice, "100000");
  venue.fund(bob, "100000");
  for (let i = 0; i < times; i++) {
    venue.trade(alice, "open-long", bob, "open-short", "0.01", "40000");
    venue.trade(alice, "close-long", bob, "close-short", "0.01", "40000");
  }
  return venue;
}

function rowsOf(venue: VenueKit, what: string, nextTurn: () => Promise<void>): Promise<readonly ExportRow[]> {
  return exportTables[what]?.rows(venue.exchange.state, undefined, nextTurn) ?? Promise.resolve([]);
}

it("an export gives everybody else a turn again and again, and has what was there when it began", async () => {
  const venue = traded(200);
  venue.place(bob, { side: "open-short", quantity: "0.01", price: "40000" });
  const before = await rowsOf(venue, "fills", () => Promise.resolve());
  expect(before).toHaveLength(800);
  let turns = 0;
  const meanwhile = async (): Promise<void> => {
    turns += 1;
    venue.trade(alice, "open-long", bob, "open-short", "0.01", "40000");
  };
  expect(await rowsOf(venue, "fills", meanwhile)).toEqual(before);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it("an account's changes are walked through once, however many contracts it holds", async () => {
  const venue = traded(200);
  const [, second] = lawMarkets;
  venue.fund(alice, "1", "BTC");
  venue.place(alice, { side: "open-long", quantity: "10", price: "39000" }, second);
  expect(venue.exchange.state.users.get(alice)?.holdings.size).toBe(2);
  const find = vi.spyOn(venue.exchange.state.remembered.changes, "visit");
  const nextTurn = vi.fn(() => Promise.resolve());
  expect(await rowsOf(venue, "liquidations", nextTurn)).toEqual([]);
  expect(find).toHaveBeenCalledTimes(2);
  expect(nextTurn.mock.calls.length).toBeGreaterThanOrEqual(3);
});
