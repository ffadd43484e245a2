import { ValidationError } from "@depthwire/core";
import { parseExact } from "@depthwire/core/internal";
import type { Command } from "@depthwire/exchange";
import { type ExchangeState, entryId, everyOrder, indexBounds, marketOf, maxCoins } from "@depthwire/exchange/internal";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  commandOf,
  lawMarkets,
  lawUsers,
  type TradingStep,
  tradingStep,
} from "../../exchange/src/spec-support/trading-steps.js";
import { assembleSandbox, pushServicesOf, restServicesOf } from "./assemble.js";
import { VirtualClock } from "./clock/virtual-clock.js";
import { nodePorts } from "./node/node-ports.js";
import { settingsOf } from "./options.js";
import { PushClient } from "./push/push-client.js";
import { PushConnection } from "./push/push-connection.js";
import type { PrivateFamily } from "./push/push-path.js";
import { operationTable } from "./rest/handlers.js";
import { hmacMd5 } from "./spec-support/rest-kit.js";

const startMs = 1_700_000_000_000;
const linear = "4BTC_USDT";
const spotMarket = marketOf("BTC_USDT");
const markets = [...lawMarkets, ...(spotMarket === undefined ? [] : [spotMarket])];
const firstPrice = lawMarkets[0]?.initialPrice ?? 0;

/** At the edges of what the reducer takes, and beyond. */
const edge: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant("credit" as const),
    account: fc.constantFrom(...lawUsers),
    coin: fc.constantFrom("USDT", "BTC", "BIX", "NEVERSEEN"),
    amount: fc.constantFrom(String(maxCoins), "0.0000000001", "-0.5"),
    purse: fc.constantFrom("wallet", "spot", "contract", "promotion" as const),
  }),
  fc.constantFrom(...lawMarkets).chain((market) => {
    const { minPrice, maxPrice } = indexBounds(market);
    const price = fc.constantFrom(minPrice, maxPrice, market.initialPrice);
    return fc.record({ kind: fc.constant("set-index" as const), pair: fc.constant(market.pair), price });
  }),
  fc.record({
    kind: fc.constant("place-order" as const),
    account: fc.constantFrom(...lawUsers),
    pair: fc.constant(linear),
    side: fc.constantFrom("open-long", "open-short" as const),
    type: fc.constant("limit" as const),
    price: fc.integer({ min: 1, max: 2 * firstPrice }),
    quantity: fc.constantFrom(1, 100, 10_000, Number.MAX_SAFE_INTEGER),
    clientOrderId: fc.constantFrom("77", "a text", "9".repeat(64)),
    attachment: fc.record({
      type: fc.constantFrom("market", "limit" as const),
      takeProfitTriggerPrice: fc.integer({ min: 0, max: 3 * firstPrice }),
      stopLossTriggerPrice: fc.integer({ min: 0, max: 3 * firstPrice }),
      takeProfitPrice: fc.constantFrom(0, -1, 7, Number.MAX_SAFE_INTEGER, Number.NaN, 1.5, 1e300),
      stopLossPrice: fc.constantFrom(0, -1, 7, Number.MAX_SAFE_INTEGER),
    }),
  }),
  fc.record({
    kind: fc.constant("deposit" as const),
    account: fc.constantFrom(...lawUsers),
    coin: fc.constantFrom("USDT", "XRP"),
    amount: fc.constantFrom("1", String(maxCoins)),
    everyMs: fc.constantFrom(1000, 60_000),
  }),
);

const page = { page: 1, size: 50 };
const ofPair = { pair: linear };

/** What each operation that reads is asked with; operations that are asked with nothing are left out. */
function paramsOf(name: string, state: ExchangeState): readonly object[] {
  const ids = everyOrder(state)
    .slice(-20)
    .map(({ id }) => entryId("small", id));
  const asked: Readonly<Record<string, readonly object[]>> = {
    "usdt.getDepth": [ofPair],
    "usdt.getKlines": [{ ...ofPair, period: "1min", size: "10" }],
    "usdt.getOpenOrders": [{ order_side: 1 }, { order_side: 2 }, { order_side: 3 }, { order_side: 4 }],
    "usdt.getOrder": ids.map((order_id) => ({ order_id })),
    "usdt.getOrders": [{ order_ids: ids }],
    "usdt.getOrdersByClientOrderId": [{ order_ids: ["77", "a text"] }],
    "usdt.getHistoricalOrders": [{ orderIds: ids.map(Number), clientOids: [] }],
    "coin.getHistoricalOrders": [{ orderIds: ids.map(Number), clientOids: [] }],
    "usdt.listFills": ids.map((orderId) => ({ ...page, orderId: Number(orderId) })),
    "coin.listFills": ids.map((orderId) => ({ ...page, orderId: Number(orderId) })),
    "usdt.listOrderHistory": [page],
    "coin.listOrderHistory": [page],
    "usdt.listPositionChanges": [{ ...page, ...ofPair }],
    "coin.listPositionChanges": [{ ...page, pair: "5BTC_USD" }],
    "spot.getDeals": [{ pair: "BTC_USDT" }],
    "spot.getDepth": [{ pair: "BTC_USDT" }],
    "spot.getKlines": [{ pair: "BTC_USDT", period: "1min" }],
    "spot.getMarket": [{ pair: "BTC_USDT" }],
    "spot.getTicker": [{ pair: "BTC_USDT" }],
    "wallet.getDepositAddress": [{ coin_symbol: "USDT" }],
    "wallet.getMainAssets": [{ select: "1" }],
    "wallet.getSpotAssets": [{ select: "1" }],
    "wallet.listDeposits": [page],
    "wallet.listWithdrawals": [page],
  };
  return asked[name] ?? [{}];
}

/** A whole sandbox without agents and without time, with a listener on each view. */
function open() {
  const told: string[] = [];
  const clock = new VirtualClock(startMs);
  const settings = {
    ...settingsOf(
      {
        pairs: 1,
        seed: 1,
        feed: { start: () => () => {} },
        wireForms: "tolerant",
        logger: { log: (_level, event, fields) => told.push(`${event} ${JSON.stringify(fields)}`) },
      },
      { ...nodePorts, clock },
    ),
    markets,
  };
  const parts = assembleSandbox(settings);
  const { host, hub } = parts;
  const rest = restServicesOf(parts, settings, { rest: "http://venue.invalid", push: "ws://venue.invalid" });
  const push = pushServicesOf(parts, settings);
  let messages = 0;
  const clientOf = (family: PrivateFamily = "usdt-margined"): PushClient => {
    const socket = {
      bufferedBytes: () => 0,
      send: () => {
        messages += 1;
      },
      ping: () => {},
      close: (code: number, reason: string) => told.push(`closed ${code} ${reason}`),
      cut: () => told.push("cut"),
    };
    const connection = new PushConnection(socket, 1_000_000, { account: undefined, pass: (act) => act() });
    hub.connect(connection);
    return new PushClient(connection, push, { address: "127.0.0.1", family });
  };
  const logIn = (account: number): void => {
    const apiKey = `key-${account}`;
    const sub = "ALL_ALL_login";
    const first = { apikey: apiKey, sub };
    const second = { apikey: apiKey, channel: "svc_sub_spot_ALL_ALL_login", event: "addChannel" };
    for (const family of ["usdt-margined", "coin-margined"] as const) {
      for (const login of [first, second]) {
        clientOf(family).receive(JSON.stringify({ ...login, sign: hmacMd5("s", JSON.stringify(login)) }));
      }
    }
  };
  const money: readonly Command[] = lawUsers.flatMap((account): Command[] => [
    { kind: "credit", account, coin: "USDT", amount: "2500", purse: "contract" },
    { kind: "credit", account, coin: "BTC", amount: "0.08", purse: "contract" },
    { kind: "credit", account, coin: "USDT", amount: "70", purse: "wallet" },
    { kind: "open-key", account, apiKey: `key-${account}`, apiSecret: "s", permissions: ["read"], addresses: [] },
  ]);
  for (const command of money) {
    host.apply(command);
  }
  for (const account of lawUsers) {
    logIn(account);
  }
  for (const { pair } of lawMarkets) {
    const listener = clientOf();
    for (const channel of ["depth", "kline_1min", "deals", "ticker", "tag_price_kline_1min"]) {
      listener.receive(JSON.stringify({ sub: `${pair}_${channel}` }));
    }
  }
  return { told, clock, parts, rest, host, logIn, messages: () => messages };
}

/** Whether a command got as far as the reducer. */
function isTaken(apply: () => unknown): boolean {
  try {
    apply();
    return true;
  } catch (error) {
    if (error instanceof ValidationError) {
      return false;
    }
    throw error;
  }
}

function told<Value>(what: string, act: () => Value): Value {
  try {
    return act();
  } catch (cause) {
    throw new Error(`${what} failed`, { cause });
  }
}

/** Asks everything of everybody. */
function readAll({ rest, host, parts, logIn }: ReturnType<typeof open>): number {
  let answers = 0;
  for (const { name, handler } of operationTable) {
    const { permission } = handler.operation;
    if (permission !== "read" && permission !== "none") {
      continue;
    }
    for (const account of permission === "read" ? lawUsers : [0]) {
      for (const params of paramsOf(name, host.exchange.state)) {
        const call = { params: parseExact(JSON.stringify(params)), account, index: 1 };
        const answer = told(name, () => handler.answer(call, rest));
        if (typeof answer === "string") {
          answers += 1;
        } else if (answer.code !== 2040) {
          throw new Error(`${name} answered ${answer.code}`);
        }
      }
    }
  }
  for (const { pair } of lawMarkets) {
    parts.feeds.publish(pair);
  }
  for (const account of lawUsers) {
    logIn(account);
  }
  return answers;
}

it("every state that the reducer accepts can be encoded by every view", () => {
  let answers = 0;
  let messages = 0;
  let refused = 0;
  const obey = (steps: readonly (TradingStep | Command)[]): void => {
    const venue = open();
    steps.forEach((step, i) => {
      venue.clock.moveTo(venue.clock.monotonicMs() + ("does" in step && step.does === "wait" ? step.ms : 1));
      const command = "does" in step ? commandOf(venue.host.exchange, step) : step;
      if (command !== undefined && !isTaken(() => venue.host.apply(command))) {
        refused += 1;
      }
      if (i % 30 === 29) {
        answers += readAll(venue);
      }
      expect(venue.told).toEqual([]);
    });
    messages += venue.messages();
  };
  const step = fc.oneof({ weight: 8, arbitrary: tradingStep }, { weight: 1, arbitrary: edge });
  fc.assert(fc.property(fc.array(step, { minLength: 150, maxLength: 150 }), obey), { numRuns: 8, endOnFailure: true });
  expect(refused).toBeGreaterThan(5);
  expect(answers).toBeGreaterThan(5000);
  expect(messages).toBeGreaterThan(2000);
}, 120_000);
