import { expect, it } from "vitest";
import { type Candle, joined, withTrade } from "./candle-data.js";

const minute = 60_000;

function candle(openedAtMs: number, closePrice: string): Candle {
  return { openedAtMs, openPrice: "10", highPrice: "12", lowPrice: "9", closePrice, volume: "0.1" };
}

function trade(price: string, tradedAtMs: number) {
  return { price, quantity: "0.2", side: "buy", tradedAtMs };
}

it("a trade moves the newest candle, exactly", () => {
  const [first, second] = withTrade([candle(0, "10"), candle(minute, "11")], trade("12.5", minute + 1), minute);
  expect(first).toEqual(candle(0, "10"));
  expect(second).toEqual({ ...candle(minute, "12.5"), highPrice: "12.5", volume: "0.3" });
});

it("a trade of the next period begins a candle, one of an earlier period changes nothing", () => {
  const candles = [candle(minute, "11")];
  expect(withTrade(candles, trade("8", 2 * minute + 5), minute)[1]).toMatchObject({
    openedAtMs: 2 * minute,
    openPrice: "8",
    volume: "0.2",
  });
  expect(withTrade(candles, trade("8", 5), minute)).toBe(candles);
});

it("the venue's candles take the place of those that trades made", () => {
  const made = [candle(0, "1"), candle(minute, "2"), candle(2 * minute, "3")];
  const told = [candle(minute, "20"), candle(2 * minute, "30")];
  expect(joined(made, told).map(({ closePrice }) => closePrice)).toEqual(["1", "20", "30"]);
  expect(joined(made, [])).toBe(made);
});
