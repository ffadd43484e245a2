import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { viewBothSides } from "./position-view.js";

const [a, b] = [1001, 1002];

const etherMarket: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 20_000 };
const litecoinMarket: Market = { ...linearMarket, pair: "4LTC_USDT", coin: "LTC", initialPrice: 1000 };

function funded(markets: readonly Market[], coin = "USDT", amount = "10000"): VenueKit {
  const venue = new VenueKit(markets);
  venue.fund(a, amount, coin);
  venue.fund(b, "100000", coin);
  return venue;
}

/** `a` trades against `b` as taker. */
function trade(
  venue: VenueKit,
  market: Market,
  side: "open-long" | "open-short",
  quantity: string,
  price: string,
): void {
  venue.place(b, { side: side === "open-long" ? "open-short" : "open-long", quantity, price }, market);
  venue.place(a, { side, quantity, price }, market);
}

function setMode(venue: VenueKit, { pair }: Market, mode: "cross" | "fixed", long: number, short: number): void {
  venue.apply({ kind: "change-mode", account: a, pair, mode, leverageLong: long, leverageShort: short });
}

function plan(venue: VenueKit, side: "long" | "short", kind: "take-profit" | "stop-loss", trigger: number): void {
  const base = { kind: "place-plan", account: a, pair: "4BTC_USDT", type: "market", price: 0 } as const;
  const quantity = kind === "take-profit" ? 300 : 200;
  venue.apply({ ...base, side, plan: kind, triggerPrice: trigger, quantity });
}

describe("fixed positions of a linear contract", () => {
  const venue = funded([linearMarket]);
  setMode(venue, linearMarket, "fixed", 20, 10);
  trade(venue, linearMarket, "open-long", "0.5", "40000");
  trade(venue, linearMarket, "open-short", "0.2", "41000");
  venue.place(a, { side: "close-long", quantity: "0.1", price: "42000" });
  plan(venue, "long", "take-profit", 450_000);
  plan(venue, "long", "stop-loss", 390_000);
  plan(venue, "short", "stop-loss", 460_000);

  it("are backed by nothing but their own margins", () => {
    const [long, short] = venue.positions(a);
    // (20000 - 1000) / (0.5 * 0.995) = 38190.954…; the warning is due at a maintenance of 0.00625: 38238.99…
    expect(long).toEqual({
      leverage: "20",
      side: "long",
      alertPrice: "38239",
      liquidationPrice: "38191",
      mode: "fixed",
      closableQuantity: "0.4",
      pair: "4BTC_USDT",
      margin: "1000",
      quantity: "0.5",
      openPrice: "40000",
      takeProfitQuantity: "0.03",
      stopLossQuantity: "0.02",
    });
    // (8200 + 820) / (0.2 * 1.005) = 44875.62…, and 9020 / (0.2 * 1.00625) = 44819.87…
    expect(short).toEqual({
      leverage: "10",
      side: "short",
      alertPrice: "44819.8",
      liquidationPrice: "44875.6",
      mode: "fixed",
      closableQuantity: "0.2",
      pair: "4BTC_USDT",
      margin: "820",
      quantity: "0.2",
      openPrice: "41000",
      takeProfitQuantity: "0",
      stopLossQuantity: "0.02",
    });
  });

  it("are told as they are shown", () => {
    const told = venue.events.filter((event) => event.kind === "position-changed" && event.account === a);
    const last = (side: string) =>
      told.findLast((event) => event.kind === "position-changed" && event.position.side === side);
    const [long, short] = venue.positions(a);
    expect([last("long"), last("short")]).toMatchObject([{ position: long }, { position: short }]);
  });
});

describe("cross positions", () => {
  const venue = funded([linearMarket, etherMarket, litecoinMarket, inverseMarket]);
  trade(venue, linearMarket, "open-long", "0.5", "40000");
  trade(venue, linearMarket, "open-short", "0.2", "41000");
  trade(venue, etherMarket, "open-long", "2", "2000");
  setMode(venue, litecoinMarket, "fixed", 10, 10);
  trade(venue, litecoinMarket, "open-long", "10", "100");
  venue.place(a, { side: "open-long", quantity: "0.1", price: "39000" });
  venue.place(a, { side: "open-long", quantity: "1", price: "1900" }, etherMarket);
  venue.setIndex("2100", etherMarket);
  for (const account of [a, b]) {
    venue.fund(account, "1", "BTC");
  }
  trade(venue, inverseMarket, "open-long", "10000", "40000");

  it("are backed by the account: both sides end at one price", () => {
    /*
     * 10000, less fees of 12, 4.92, 2.4 and 0.6, less the fixed margin of 100, and of the other contract the profit of 200 less
     * the maintenance of 21: 10059.08. (20000 - 8200 - 10059.08) / (0.3 - 0.005 * 0.7) = 5871.56…; at 0.00625: 5888.94…
     */
    const shared = { alertPrice: "5889", liquidationPrice: "5871.6", mode: "cross", leverage: "10", pair: "4BTC_USDT" };
    expect(venue.positions(a).slice(0, 2)).toEqual([
      {
        ...shared,
        side: "long",
        closableQuantity: "0.5",
        margin: "2000",
        quantity: "0.5",
        openPrice: "40000",
        takeProfitQuantity: "0",
        stopLossQuantity: "0",
      },
      {
        ...shared,
        side: "short",
        closableQuantity: "0.2",
        margin: "820",
        quantity: "0.2",
        openPrice: "41000",
        takeProfitQuantity: "0",
        stopLossQuantity: "0",
      },
    ]);
  });

  it("of a contract that settles in another coin count nothing of these", () => {
    // 1 - 0.00015 of funds: 10000 * 1.005 / (0.99985 + 0.25) = 8040.96…, and 10062.5 / 1.24985 = 8050.96…
    expect(venue.positions(a).find(({ pair }) => pair === "5BTC_USD")).toMatchObject({
      mode: "cross",
      liquidationPrice: "8041",
      alertPrice: "8051",
    });
  });

  it("are listed contract by contract, and only where something is held", () => {
    expect(venue.positions(a).map(({ pair, side }) => `${pair} ${side}`)).toEqual([
      "4BTC_USDT long",
      "4BTC_USDT short",
      "4ETH_USDT long",
      "4LTC_USDT long",
      "5BTC_USD long",
    ]);
  });
});

describe("positions of an inverse contract", () => {
  const venue = funded([inverseMarket], "BTC", "1");
  setMode(venue, inverseMarket, "fixed", 10, 10);
  trade(venue, inverseMarket, "open-long", "10000", "40000");
  trade(venue, inverseMarket, "open-short", "10000", "40000");

  it("end where the coin is worth too little or too much", () => {
    // 10050 / (0.025 + 0.25) = 36545.45…, 10062.5 / 0.275 = 36590.90…; 9950 / (0.25 - 0.025) = 44222.22…, 9937.5 / 0.225 = 44166.66…
    expect(venue.positions(a)).toMatchObject([
      { side: "long", margin: "0.025", quantity: "10000", liquidationPrice: "36545.5", alertPrice: "36591" },
      { side: "short", margin: "0.025", quantity: "10000", liquidationPrice: "44222.2", alertPrice: "44166.6" },
    ]);
  });

  it("show the harmonic mean of what they were opened at", () => {
    trade(venue, inverseMarket, "open-long", "10000", "32000");
    // 20000 / (0.25 + 0.3125)
    expect(venue.positions(a)[0]).toMatchObject({ quantity: "20000", openPrice: "35555.5555555555" });
  });
});

it("a position that is gone is told without what is about to go too: its plans", () => {
  const venue = funded([linearMarket]);
  trade(venue, linearMarket, "open-long", "0.5", "40000");
  plan(venue, "long", "take-profit", 450_000);
  plan(venue, "long", "stop-loss", 390_000);
  venue.place(b, { side: "close-short", quantity: "0.5", price: "40000" });
  const told = venue.place(a, { side: "close-long", quantity: "0.5", price: "40000" });
  const mine = told.filter((event) => event.kind === "position-changed" && event.account === a);
  expect(mine.at(-1)).toMatchObject({
    position: {
      leverage: "10",
      side: "long",
      alertPrice: "0",
      liquidationPrice: "0",
      mode: "cross",
      closableQuantity: "0",
      margin: "0",
      quantity: "0",
      openPrice: "0",
      takeProfitQuantity: "0",
      stopLossQuantity: "0",
    },
  });
  expect(told.filter(({ kind }) => kind === "plan-changed")).toHaveLength(2);
});

describe("both sides of every USDT-margined contract", () => {
  const venue = funded([linearMarket, etherMarket, inverseMarket]);
  setMode(venue, etherMarket, "fixed", 20, 5);
  const { state } = venue.exchange;
  const empty = {
    alertPrice: "0",
    liquidationPrice: "0",
    closableQuantity: "0",
    margin: "0",
    quantity: "0",
    openPrice: "0",
    takeProfitQuantity: "0",
    stopLossQuantity: "0",
  };
  const touched = [
    { ...empty, pair: "4ETH_USDT", mode: "fixed", side: "long", leverage: "20" },
    { ...empty, pair: "4ETH_USDT", mode: "fixed", side: "short", leverage: "5" },
  ];
  const untouched = (pair: string) => [
    { ...empty, pair, mode: "cross", side: "long", leverage: "10" },
    { ...empty, pair, mode: "cross", side: "short", leverage: "10" },
  ];

  it("are those that the user has touched, or all", () => {
    expect(viewBothSides(state, a, "once-touched")).toEqual(touched);
    expect(viewBothSides(state, a, "from-the-start")).toEqual([...untouched("4BTC_USDT"), ...touched]);
  });

  it("are empty for somebody who never came", () => {
    expect(viewBothSides(state, 1999, "once-touched")).toEqual([]);
    const all = [...untouched("4BTC_USDT"), ...untouched("4ETH_USDT")];
    expect(viewBothSides(state, 1999, "from-the-start")).toEqual(all);
  });
});
