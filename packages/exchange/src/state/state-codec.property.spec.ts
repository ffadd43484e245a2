import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Command } from "../command/command.js";
import { Exchange } from "../exchange.js";
import { commandOf, lawMarkets, lawUsers, type TradingStep, tradingStep } from "../spec-support/trading-steps.js";
import { canonicalText, decodeState, encodeState } from "./state-codec.js";

const startMs = 1_700_000_000_000;

/** An exchange whose users have something to lose. */
function openExchange(): Exchange {
  const exchange = new Exchange({ seed: 1, markets: lawMarkets });
  const apply = (command: Command): unknown => exchange.apply(command, startMs);
  apply({ kind: "fund-insurance", coin: "USDT", amount: "100" });
  apply({ kind: "start-strategy", account: 1001, pair: lawMarkets[1]?.pair ?? "" });
  for (const account of lawUsers) {
    apply({ kind: "credit", account, coin: "USDT", amount: "2500", purse: "contract" });
    apply({ kind: "credit", account, coin: "BTC", amount: "0.08", purse: "contract" });
    apply({ kind: "credit", account, coin: "USDT", amount: "700", purse: "wallet" });
  }
  return exchange;
}

/** Lets a step happen to both, in the words of the first; the world moves on every tenth step. */
function live(exchanges: readonly Exchange[], step: TradingStep, at: number, i: number): string[] {
  const [first] = exchanges;
  const command = i % 10 === 0 || first === undefined ? { kind: "tick" as const } : commandOf(first, step);
  const publish: Command = { kind: "publish-depth", pair: lawMarkets[i % 2]?.pair ?? "" };
  return exchanges.map((exchange) =>
    JSON.stringify([command === undefined ? [] : exchange.apply(command, at), exchange.apply(publish, at)]),
  );
}

it("goes on from what was written as if nothing had been", () => {
  const steps = fc.array(tradingStep, { minLength: 1300, maxLength: 1300, size: "max" });
  fc.assert(
    fc.property(steps, fc.nat({ max: 300 }), (all, early) => {
      const original = openExchange();
      let at = startMs;
      let copy: Exchange | undefined;
      all.forEach((step, i) => {
        at += step.does === "wait" ? step.ms : 1;
        if (i === early) {
          const text = JSON.stringify(encodeState(original.state));
          copy = new Exchange({ seed: 1, markets: lawMarkets }, decodeState(JSON.parse(text)));
          expect(canonicalText(copy.state)).toBe(text);
        }
        const [told, toldByCopy] = live(copy === undefined ? [original] : [original, copy], step, at, i);
        if (copy !== undefined) {
          expect(toldByCopy).toBe(told);
        }
      });
      expect(canonicalText((copy as Exchange).state)).toBe(canonicalText(original.state));
    }),
    { numRuns: Number(process.env["SANDBOX_CODEC_RUNS"] ?? 2) },
  );
}, 120_000);
