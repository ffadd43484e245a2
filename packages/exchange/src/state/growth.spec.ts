import { expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { contractMarket } from "../market/market-list.js";
import { canonicalText } from "./state-codec.js";

const dayMs = 86_400_000;
const startMs = 1_700_000_000_000;

it("a quiet market's state does not grow after its first day", () => {
  const market = contractMarket("4BTC_USDT");
  const exchange = new Exchange({ seed: 1, markets: market === undefined ? [] : [market] });
  // Candles of long periods fill up for months, up to a thousand of each: here they are there.
  exchange.apply({ kind: "make-history", ms: 364 * dayMs }, startMs);
  const lengths: number[] = [];
  for (let day = 0; day < 4; day++) {
    for (let passedMs = 0; passedMs < dayMs; passedMs += 20_000) {
      exchange.apply({ kind: "tick" }, startMs + day * dayMs + passedMs);
    }
    lengths.push(canonicalText(exchange.state).length);
  }
  const [first = 0, ...later] = lengths;
  expect(exchange.state.nextTradeId).toBeGreaterThan(1_000);
  expect(Math.max(...later) / first).toBeLessThan(1.02);
}, 60_000);
