import { expect, it } from "vitest";
import { VenueKit } from "../spec-support/venue-kit.js";
import { canonicalText, decodeState, encodeState, snapshotText } from "./state-codec.js";

/** An exchange that remembers so many cancelled orders. */
function remembering(orders: number): VenueKit {
  const venue = new VenueKit(undefined, { cancelDelayMs: 0 });
  venue.fund(1001, "5000");
  for (let i = 0; i < orders; i++) {
    venue.place(1001, { side: "open-long", quantity: "0.001", price: "38000" });
    venue.apply({ kind: "cancel-order", account: 1001, orderId: venue.exchange.state.nextOrderId - 1 });
  }
  return venue;
}

it("a snapshot has the last page of what is remembered, however much that is; the whole state has all of it", () => {
  const lengths = (orders: number): readonly number[] => {
    const { state } = remembering(orders).exchange;
    return [snapshotText(state).length, canonicalText(state).length];
  };
  const [[few = 0, allOfFew = 0], [many = 0, allOfMany = 0]] = [lengths(300), lengths(1500)];
  expect(allOfMany - allOfFew).toBeGreaterThan(10_000);
  expect(many - few).toBeLessThan((allOfMany - allOfFew) / 4);
});

it("a state that is read goes on as if nothing had been", () => {
  const venue = remembering(300);
  const { state } = venue.exchange;
  const read = decodeState(JSON.parse(canonicalText(state)) as ReturnType<typeof encodeState>);
  expect(canonicalText(read)).toBe(canonicalText(state));
  expect(canonicalText(decodeState(encodeState(state)))).toBe(canonicalText(state));
});
