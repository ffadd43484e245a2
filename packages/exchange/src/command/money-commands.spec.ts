import { expect, it } from "vitest";
import type { ExchangeEvent } from "../event/event.js";
import { refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import type { Credit, Transfer } from "./command.js";

const account = 1001;
const coin = "USDT";

function credit(venue: VenueKit, amount: string, purse: Credit["purse"]): readonly ExchangeEvent[] {
  return venue.apply({ kind: "credit", account, coin, amount, purse });
}

function transfer(venue: VenueKit, amount: string, direction: Transfer["direction"]): readonly ExchangeEvent[] {
  return venue.apply({ kind: "transfer", account, coin, amount, direction });
}

it.each([
  ["wallet", "wallet"],
  ["spot", "spot"],
  ["promotion", "promotion"],
] as const)("money for the %s comes from outside and goes there again, as far as there is some", (purse, name) => {
  const venue = new VenueKit();
  const moved = { kind: "money-moved", account, coin };
  expect(credit(venue, "5.5", purse)).toEqual([{ ...moved, amount: "5.5", from: "world", to: purse }]);
  expect(venue.balance(`user/${account}/${name}`)).toBe("5.5");
  expect(refusalOf(credit(venue, "-5.6", purse))).toBe("insufficient-balance");
  expect(credit(venue, "-5.5", purse)).toEqual([{ ...moved, amount: "5.5", from: purse, to: "world" }]);
  expect(credit(venue, "0", purse)).toEqual([{ ...moved, amount: "0", from: "world", to: purse }]);
  expect(venue.balance(`user/${account}/${name}`)).toBe("0");
});

it("who gets money for contracts, or loses it, is told how he stands", () => {
  const venue = new VenueKit();
  expect(credit(venue, "7", "contract")).toMatchObject([
    { kind: "money-moved", amount: "7", from: "world", to: "contract" },
    { kind: "assets-changed", account, assets: { available: "7" } },
  ]);
  expect(credit(venue, "-3", "contract")).toMatchObject([
    { kind: "money-moved", amount: "3", from: "contract", to: "world" },
    { kind: "assets-changed", account, assets: { available: "4" } },
  ]);
});

it.each([
  ["x", "wrong-parameter"],
  ["0.00000000001", "wrong-parameter"],
  ["-1", "insufficient-balance"],
] as const)(
  "a credit of %s to a user whom nobody knows is refused (%s), and he is not known by it",
  (amount, reason) => {
    const venue = new VenueKit();
    expect(credit(venue, amount, "wallet")).toEqual([{ kind: "command-refused", command: "credit", account, reason }]);
    expect(venue.exchange.state.users.size).toBe(0);
  },
);

it("a coin that a user never had is not taken from him", () => {
  const venue = new VenueKit();
  venue.fund(account, "5");
  const take = { kind: "credit", account, coin: "BTC", amount: "-1" } as const;
  for (const purse of ["wallet", "spot", "contract", "promotion"] as const) {
    expect(refusalOf(venue.apply({ ...take, purse }))).toBe("insufficient-balance");
  }
});

it("several credits are one after the other, of each purse and coin on its own", () => {
  const venue = new VenueKit();
  const change = (credits: readonly Omit<Credit, "kind" | "account">[]): string | undefined =>
    refusalOf(venue.apply({ kind: "change-account", account, credits, revokeKeys: [], openKeys: [] }));
  const entry = (amount: string, purse: Credit["purse"], of = coin) => ({ coin: of, amount, purse });
  expect(change([entry("5", "wallet"), entry("-1", "contract")])).toBe("insufficient-balance");
  expect(change([entry("5", "wallet"), entry("-1", "wallet", "BTC")])).toBe("insufficient-balance");
  expect(change([entry("5", "wallet"), entry("-3", "wallet"), entry("-3", "wallet")])).toBe("insufficient-balance");
  expect(change([entry("5", "wallet"), entry("-3", "wallet"), entry("-2", "wallet")])).toBeUndefined();
  expect(venue.balance(`user/${account}/wallet`)).toBe("0");
});

it("a transfer says from where and whereto, by a number of its own, and how the account stands then", () => {
  const venue = new VenueKit();
  credit(venue, "9", "wallet");
  const moved = { kind: "money-moved", account, coin };
  const told = transfer(venue, "9", "in");
  expect(told[0]).toEqual({ ...moved, amount: "9", from: "wallet", to: "contract", transferId: 1 });
  expect(told.slice(1)).toMatchObject([{ kind: "assets-changed", account, assets: { available: "9" } }]);
  const back = transfer(venue, "2.5", "out");
  expect(back[0]).toEqual({ ...moved, amount: "2.5", from: "contract", to: "wallet", transferId: 2 });
  expect(back.slice(1)).toMatchObject([{ kind: "assets-changed", account, assets: { available: "6.5" } }]);
  expect([venue.balance(`user/${account}/wallet`), venue.balance(`user/${account}/free`)]).toEqual(["2.5", "6.5"]);
});

it.each([
  ["0", "wrong-parameter"],
  ["-1", "wrong-parameter"],
  ["x", "wrong-parameter"],
  ["1", "insufficient-balance"],
])("a transfer of %s by who has nothing is refused: %s", (amount, reason) => {
  const venue = new VenueKit();
  for (const direction of ["in", "out"] as const) {
    expect(transfer(venue, amount, direction)).toEqual([
      { kind: "command-refused", command: "transfer", account, reason },
    ]);
  }
});

it("the insurance fund gets what is an amount, and of nothing it has an account all the same", () => {
  const venue = new VenueKit();
  const fund = (amount: string): void => {
    expect(venue.apply({ kind: "fund-insurance", coin, amount })).toEqual([]);
  };
  const names = (): readonly string[] => venue.exchange.state.ledger.accounts().map(({ name }) => name);
  fund("-1");
  fund("x");
  expect(names()).not.toContain("venue/insurance");
  fund("0");
  expect(names()).toContain("venue/insurance");
  fund("2.5");
  fund("-1");
  expect(venue.balance("venue/insurance")).toBe("2.5");
});

it("of a user's settings those change that are named", () => {
  const venue = new VenueKit();
  const set = (change: object): object => {
    venue.apply({ kind: "set-account", account, ...change });
    const user = venue.exchange.state.users.get(account);
    return [user?.restricted, user?.paysFeesInToken, user?.cancelOnDisconnect];
  };
  expect(set({})).toEqual([false, false, false]);
  expect(set({ restricted: true })).toEqual([true, false, false]);
  expect(set({ paysFeesInToken: true })).toEqual([true, true, false]);
  expect(set({ cancelOnDisconnect: true })).toEqual([true, true, true]);
  expect(set({})).toEqual([true, true, true]);
  expect(set({ restricted: false, paysFeesInToken: false, cancelOnDisconnect: false })).toEqual([false, false, false]);
});
