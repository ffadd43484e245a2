import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Command } from "../command/command.js";
import { Exchange } from "../exchange.js";
import type { FinishedOrder, OrderRecord } from "../order/order-record.js";
import { commandOf, lawMarkets, lawUsers, tradingStep } from "../spec-support/trading-steps.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { canonicalText, decodeState, snapshotText } from "../state/state-codec.js";
import type { LoggedChange } from "../view/change.js";
import {
  everyOrder,
  findByClientId,
  findChanges,
  findOrders,
  readOrders,
  viewChanges,
  viewFills,
  viewHistory,
} from "../view/history-view.js";
import type { RecordPage } from "./record-log.js";
import { logsOf } from "./remembered.js";

const startMs = 1_700_000_000_000;
const keptRecords = 300;

/** Every order and change as an object that nobody packs: what views were made from before records were packed. */
class Unpacked {
  readonly orders: Map<number, OrderRecord> = new Map();
  readonly changes: LoggedChange[] = [];

  constructor({ openOrders, remembered }: ExchangeState) {
    const put = openOrders.set.bind(openOrders);
    openOrders.set = (id, order) => {
      this.#note(order.record);
      return put(id, order);
    };
    const end = remembered.orders.append.bind(remembered.orders);
    remembered.orders.append = (record) => {
      this.#note(record as OrderRecord);
      end(record);
    };
    const append = remembered.changes.append.bind(remembered.changes);
    remembered.changes.append = (change) => {
      this.changes.push(change);
      append(change);
    };
  }

  #note(record: OrderRecord | undefined): void {
    if (record !== undefined) {
      this.orders.set(record.id, record);
    }
  }
}

function open(): Exchange {
  const exchange = new Exchange({ seed: 1, markets: lawMarkets, keptRecords });
  const apply = (command: Command): unknown => exchange.apply(command, startMs);
  for (const account of lawUsers) {
    apply({ kind: "credit", account, coin: "USDT", amount: "25000", purse: "contract" });
    apply({ kind: "credit", account, coin: "BTC", amount: "0.8", purse: "contract" });
  }
  return exchange;
}

/** Some orders get a client id, which others have too. */
function named(command: Command, i: number): Command {
  return command.kind === "place-order" && i % 3 === 0 ? { ...command, clientOrderId: `ü${i % 40}` } : command;
}

const steps = fc.array(tradingStep, { minLength: 1500, maxLength: 1500, size: "max" });

function run(
  exchange: Exchange,
  all: readonly (typeof tradingStep extends fc.Arbitrary<infer Of> ? Of : never)[],
): void {
  all.forEach((step, i) => {
    const command = commandOf(exchange, step);
    exchange.apply(command === undefined ? { kind: "tick" } : named(command, i), startMs + i);
  });
}

it("histories are those of records that nobody packed, as long as they are remembered", () => {
  let [seen, forgotten] = [0, 0];
  fc.assert(
    fc.property(steps, (all) => {
      const exchange = open();
      const { state } = exchange;
      const unpacked = new Unpacked(state);
      run(exchange, all);
      const known = new Set(everyOrder(state).map(({ id }) => id));
      const ids = [...unpacked.orders.keys()].filter((id) => known.has(id)).sort((left, right) => right - left);
      const orders = ids.map((id) => unpacked.orders.get(id) as FinishedOrder);
      seen += known.size;
      forgotten += unpacked.orders.size - known.size;
      for (const account of lawUsers) {
        const own = orders.filter((order) => order.account === account);
        const family = "usdt-margined";
        const found = findOrders(state, { account, family });
        const wanted = own.filter(({ pair }) => state.markets.get(pair)?.market.family === family);
        expect(found).toEqual(wanted.map(({ id }) => id));
        expect(viewHistory(state, readOrders(state, found))).toEqual(viewHistory(state, wanted));
        const clientIds = [...new Set(own.flatMap(({ clientOrderId }) => clientOrderId ?? []))];
        for (const clientOrderId of clientIds) {
          const same = own.filter((order) => order.clientOrderId === clientOrderId);
          const ids = findByClientId(state, account, clientOrderId, Number.POSITIVE_INFINITY).map(({ id }) => id);
          expect(ids).toEqual(same.map(({ id }) => id));
        }
        for (const { pair } of lawMarkets) {
          const changes = unpacked.changes
            .slice(-state.remembered.changes.size)
            .filter((one) => one.account === account && one.pair === pair);
          const packed = findChanges(state, account, pair);
          expect(packed.map((number) => state.remembered.changes.get(number))).toEqual(changes.reverse());
          expect(viewChanges(state, packed)).toHaveLength(packed.length);
        }
      }
      for (const order of everyOrder(state)) {
        expect(viewFills(state, order)).toEqual(viewFills(state, unpacked.orders.get(order.id) as FinishedOrder));
      }
    }),
    { numRuns: 3 },
  );
  expect(seen).toBeGreaterThan(500);
  expect(forgotten).toBeGreaterThan(100);
}, 60_000);

it("full pages that are kept beside a snapshot, each once, make the same state again", () => {
  let pages = 0;
  fc.assert(
    fc.property(steps, fc.nat({ max: 1400 }), (all, at) => {
      const exchange = open();
      const beside = logsOf(exchange.state.remembered).map((): RecordPage[] => []);
      const keep = (): string => {
        logsOf(exchange.state.remembered).forEach((log, i) => {
          beside[i]?.push(...log.pages((beside[i]?.at(-1)?.number ?? -1) + 1));
        });
        return snapshotText(exchange.state);
      };
      run(exchange, all.slice(0, at));
      keep();
      run(exchange, all);
      const state = decodeState(JSON.parse(keep()));
      logsOf(state.remembered).forEach((log, i) => {
        const { from, to } = log.fullPages;
        const needed = beside[i]?.filter(({ number }) => number >= from && number < to) ?? [];
        pages += needed.length;
        if (to > from) {
          expect(() => log.complete(needed.slice(1))).toThrow(RangeError);
          log.complete(needed);
        }
      });
      expect(canonicalText(state)).toBe(canonicalText(exchange.state));
      const copy = new Exchange({ seed: 1, markets: lawMarkets }, state);
      run(exchange, all.slice(0, 300));
      run(copy, all.slice(0, 300));
      expect(canonicalText(state)).toBe(canonicalText(exchange.state));
    }),
    { numRuns: 3 },
  );
  expect(pages).toBeGreaterThan(3);
}, 60_000);
