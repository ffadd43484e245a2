import { describe, expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { keyPermissions } from "../keys/api-key.js";
import { queueRules } from "../mirror/mirror-command.js";
import { lawMarkets } from "../spec-support/trading-steps.js";
import { canonicalText } from "../state/state-codec.js";
import type { Command } from "./command.js";

const account = 1001;
const pair = "4BTC_USDT";
const prices = { takeProfitTriggerPrice: 2, stopLossTriggerPrice: 1, takeProfitPrice: 3, stopLossPrice: 1 };

/** One command of each kind, with every field that it may have. */
const commands: { readonly [Kind in Command["kind"]]: Extract<Command, { readonly kind: Kind }> } = {
  "place-order": {
    kind: "place-order",
    account,
    pair,
    side: "open-long",
    type: "limit",
    quantity: 1,
    price: 1,
    clientOrderId: "7",
    attachment: { type: "market", ...prices },
  },
  "cancel-order": { kind: "cancel-order", account, orderId: 1 },
  "cancel-orders": { kind: "cancel-orders", account, orderIds: [1, 2] },
  "cancel-all": { kind: "cancel-all", account, pair },
  "place-plan": {
    kind: "place-plan",
    account,
    pair,
    side: "long",
    plan: "take-profit",
    type: "limit",
    price: 1,
    triggerPrice: 1,
    quantity: 1,
  },
  "cancel-plan": { kind: "cancel-plan", account, orderId: 1 },
  "cancel-all-plans": { kind: "cancel-all-plans", account, pair },
  "change-mode": { kind: "change-mode", account, pair, mode: "cross", leverageLong: 1, leverageShort: 1 },
  "change-margin": { kind: "change-margin", account, pair, side: "long", amount: "1" },
  credit: { kind: "credit", account, coin: "USDT", amount: "1", purse: "contract" },
  "change-account": {
    kind: "change-account",
    account,
    restricted: false,
    paysFeesInToken: false,
    cancelOnDisconnect: true,
    credits: [{ coin: "USDT", amount: "1", purse: "contract" }],
    revokeKeys: ["r"],
    openKeys: [{ apiKey: "k", apiSecret: "s", permissions: ["read"], addresses: ["::1"] }],
  },
  deposit: { kind: "deposit", account, coin: "USDT", amount: "1", chain: "ERC20", outcome: "credited", everyMs: 1000 },
  withdraw: { kind: "withdraw", account, coin: "USDT", amount: "1", address: "x", memo: "m" },
  "decide-withdrawal": { kind: "decide-withdrawal", withdrawalId: "1", decision: "approve" },
  "fund-insurance": { kind: "fund-insurance", coin: "USDT", amount: "1" },
  transfer: { kind: "transfer", account, coin: "USDT", amount: "1", direction: "in" },
  "set-account": {
    kind: "set-account",
    account,
    restricted: false,
    paysFeesInToken: false,
    cancelOnDisconnect: false,
  },
  "make-history": { kind: "make-history", ms: 60_000 },
  "private-stream-lost": { kind: "private-stream-lost", account },
  "open-key": { kind: "open-key", account, apiKey: "k", apiSecret: "s", permissions: ["read"], addresses: ["::1"] },
  "revoke-key": { kind: "revoke-key", account, apiKey: "k" },
  "set-market": { kind: "set-market", pair, limitOnly: false, halted: true, quotePermille: 5, nextFundingRate: -1 },
  "start-strategy": { kind: "start-strategy", account, pair: "5BTC_USD" },
  tick: { kind: "tick" },
  "pass-time": { kind: "pass-time" },
  "set-index": { kind: "set-index", pair, price: 400_000 },
  "publish-depth": { kind: "publish-depth", pair, seqStep: 1 },
  "load-depth": { kind: "load-depth", pair, publications: 1 },
  "mirror-depth": { kind: "mirror-depth", pair, scope: "whole", asks: [[2, 1]], bids: [[1, 1]] },
  "mirror-trade": { kind: "mirror-trade", pair, price: 1, quantity: 1, takerDirection: "buy" },
};

type Place = readonly (string | number)[];

/** Where the numbers and texts of a value stand. */
function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) {
    return [at];
  }
  return Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]));
}

function withChange(value: unknown, [name, ...rest]: Place, change: unknown): unknown {
  if (name === undefined) {
    return change;
  }
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[name] = withChange(copy[name], rest, change);
  return copy;
}

const poisons: readonly unknown[] = [Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53, null, {}];

describe("a command", () => {
  it.each(Object.keys(commands) as Command["kind"][])("%s passes as it is, and no part of it harmed", (kind) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    const before = canonicalText(exchange.state);
    for (const place of placesIn(commands[kind])) {
      for (const poison of poisons) {
        const harmed = withChange(commands[kind], place, poison) as Command;
        expect(() => exchange.apply(harmed, 1), `${place.join(".")}: ${String(poison)}`).toThrow(
          expect.objectContaining({ code: "value-invalid" }),
        );
      }
    }
    expect(canonicalText(exchange.state)).toBe(before);
    expect(exchange.apply(commands[kind], 1)).toBeDefined();
  });

  it.each([Number.NaN, -1, 1.5, 1e300])("at %d has no time", (at) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    expect(() => exchange.apply({ kind: "tick" }, at)).toThrow(expect.objectContaining({ code: "value-invalid" }));
    expect(exchange.state.ticks).toBe(0);
  });

  it.each([
    { kind: "no-such-kind" },
    { kind: "deposit", account, coin: "USDT", amount: "1", everyMs: 0 },
    { kind: "load-depth", pair, publications: 10_000_000 },
    { kind: "place-order", account, pair, side: "open-sideways", type: "market", quantity: 1 },
  ])("%j is none", (command) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    expect(() => exchange.apply(command as Command, 1)).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  it.each<[string, unknown, string, string]>([
    ["tick", undefined, "command.at", "an integer from 0 to 8640000000000000"],
    ["set-everything", undefined, "command.kind", "a kind of command"],
    ["set-index", { price: 1.5 }, "command.set-index.price", "a safe integer"],
    ["fund-insurance", { amount: 1 }, "command.fund-insurance.amount", "a text"],
    ["change-account", { revokeKeys: [1] }, "command.change-account.revokeKeys", "a list, each a text"],
    ["set-market", { halted: 1 }, "command.set-market.halted", "true or false, or absent"],
    ["set-market", { quotePermille: 1001 }, "command.set-market.quotePermille", "an integer from 0 to 1000, or absent"],
    ["transfer", { direction: "up" }, "command.transfer.direction", "one of in, out"],
    [
      "mirror-depth",
      { asks: [[1]] },
      "command.mirror-depth.asks",
      "a list, each a price and a quantity, safe integers",
    ],
    [
      "change-account",
      { credits: [{}] },
      "command.change-account.credits",
      "a list, each an object: coin a text; amount a text; purse one of wallet, spot, contract, promotion",
    ],
  ])("says what is wrong with %s and %j, and what it may be", (kind, change, path, rule) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    const known: Readonly<Record<string, Command>> = commands;
    const command = { ...known[kind], kind, ...Object(change) } as Command;
    expect(() => exchange.apply(command, path === "command.at" ? -1 : 1)).toThrow(
      expect.objectContaining({ code: "value-invalid", details: { path, rule } }),
    );
  });

  it.each([
    ["mirror-depth", "asks", [[1, 2, 3]]],
    ["mirror-depth", "bids", [{ 0: 1, 1: 2, length: 2, every: () => true }]],
    ["cancel-orders", "orderIds", { length: 0, every: () => true }],
    ["change-account", "openKeys", ["k"]],
    ["place-order", "attachment", "x"],
    ["place-order", "attachment", null],
    ["place-order", "clientOrderId", 7],
    ["set-market", "quotePermille", -1],
    ["set-market", "nextFundingRate", 2 ** 40],
    ["deposit", "everyMs", 31_536_000_001],
    ["make-history", "ms", 0],
    ["load-depth", "publications", 100_001],
    ["publish-depth", "seqStep", 0],
    ["mirror-trade", "queue", "middle"],
  ])("of %s with %s %j is none", (kind, field, value) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    const known: Readonly<Record<string, Command>> = commands;
    const command = { ...known[kind], [field]: value } as Command;
    expect(() => exchange.apply(command, 1)).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  it.each([
    { kind: "set-market", pair, quotePermille: 0 },
    { kind: "set-market", pair, quotePermille: 1000 },
    { kind: "deposit", account, coin: "USDT", amount: "1", everyMs: 31_536_000_000 },
    { kind: "deposit", account, coin: "USDT", amount: "1", outcome: "failed", everyMs: 1 },
    { kind: "publish-depth", pair, seqStep: 100_000 },
    ...queueRules.map((queue) => ({
      kind: "mirror-trade",
      pair,
      price: 1,
      quantity: 1,
      takerDirection: "sell",
      queue,
    })),
    { kind: "mirror-depth", pair, scope: "change", asks: [], bids: [], queue: "proportional" },
    ...["open-long", "open-short", "close-long", "close-short"].map((side) => ({
      kind: "place-order",
      account,
      pair,
      side,
      type: "market",
      quantity: 1,
      attachment: { type: "limit" },
    })),
    ...["wallet", "spot", "contract", "promotion"].map((purse) => ({
      kind: "credit",
      account,
      coin: "USDT",
      amount: "1",
      purse,
    })),
    ...["approve", "reject", "cancel"].map((decision) => ({ kind: "decide-withdrawal", withdrawalId: "1", decision })),
    { kind: "transfer", account, coin: "USDT", amount: "1", direction: "out" },
    { kind: "change-mode", account, pair, mode: "fixed", leverageLong: 1, leverageShort: 1 },
    { kind: "change-margin", account, pair, side: "short", amount: "1" },
    {
      kind: "place-plan",
      account,
      side: "short",
      plan: "stop-loss",
      type: "market",
      price: 1,
      triggerPrice: 1,
      quantity: 1,
    },
    { kind: "open-key", account, apiKey: "k", apiSecret: "s", permissions: [...keyPermissions], addresses: [] },
    { kind: "pass-time" },
  ])("%j passes", (command) => {
    const exchange = new Exchange({ seed: 1, markets: lawMarkets });
    expect(exchange.apply(command as Command, 8_640_000_000_000_000)).toBeDefined();
  });
});
