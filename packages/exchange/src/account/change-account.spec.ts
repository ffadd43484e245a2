import { expect, it } from "vitest";
import type { ChangeAccount } from "../command/command.js";
import { refusalOf, VenueKit } from "../spec-support/venue-kit.js";

const account = 1001;

function changed(venue: VenueKit, change: Partial<ChangeAccount>) {
  return refusalOf(
    venue.apply({ kind: "change-account", account, credits: [], revokeKeys: [], openKeys: [], ...change }),
  );
}

const credit = (amount: string) => ({ coin: "USDT", amount, purse: "contract" }) as const;

it("an account is changed as a whole: its settings and its money", () => {
  const venue = new VenueKit();
  expect(changed(venue, { paysFeesInToken: true, credits: [credit("50"), credit("-20")] })).toBeUndefined();
  expect(venue.balance(`user/${account}/free`)).toBe("30");
  expect(venue.exchange.state.users.get(account)?.paysFeesInToken).toBe(true);
});

it("nothing is changed where one part of it cannot be", () => {
  const venue = new VenueKit();
  venue.fund(account, "10");
  expect(changed(venue, { paysFeesInToken: true, credits: [credit("5"), credit("-20")] })).toBe("insufficient-balance");
  expect(changed(venue, { paysFeesInToken: true, credits: [credit("5"), credit("x")] })).toBe("wrong-parameter");
  expect(changed(venue, { credits: [credit("5")], revokeKeys: ["nobody's"] })).toBe("wrong-parameter");
  expect(venue.balance(`user/${account}/free`)).toBe("10");
  expect(venue.exchange.state.users.get(account)?.paysFeesInToken).not.toBe(true);
});
