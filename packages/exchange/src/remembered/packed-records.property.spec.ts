import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Fraction } from "../exact/fraction.js";
import type { FinishedOrder } from "../order/order-record.js";
import type { FinishedPlan } from "../plan/plan-order.js";
import type { LoggedChange } from "../view/change.js";
import type { FillRecord } from "../view/fill.js";
import type { DepositRecord, WithdrawalRecord } from "../wallet/wallet-state.js";
import type { ByteReader } from "./byte-reader.js";
import { readChangeHead } from "./change-codec.js";
import { finishedOrder, finishedOrderIds, finishedWithClientId } from "./find-orders.js";
import { readOrderHead } from "./order-codec.js";
import type { SharedTexts } from "./record-codec.js";
import type { RecordLog } from "./record-log.js";
import { createRemembered, logsOf } from "./remembered.js";
import { readDepositHead, readWithdrawalHead } from "./wallet-codecs.js";

/** Objects as the exchange makes them: they can be told from those that lack a field. */
function record<Entry>(fields: { [Field in keyof Entry]: fc.Arbitrary<Entry[Field]> }): fc.Arbitrary<Entry> {
  return fc.record(fields, { noNullPrototype: true });
}

const id = fc.maxSafeNat();
const account = fc.integer({ min: 1, max: 10_000_000 });
const atMs = fc.integer({ min: 0, max: 2_000_000_000_000 });
const whole = fc.maxSafeInteger();
const money = fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }));
const pair = fc.constantFrom("4BTC_USDT", "5BTC_USD", "4ETH_USDT");
const mode = fc.constantFrom("cross" as const, "fixed" as const);
const side = fc.constantFrom("long" as const, "short" as const);
const type = fc.constantFrom("limit" as const, "market" as const);
const text = fc.string({ unit: "binary", maxLength: 12 });
const paid = { fee: money, tokenDeduction: money, couponDeduction: money };
const status = fc.constantFrom(
  ...(["open", "partly-filled", "filled", "partly-cancelled", "cancelled", "failed"] as const),
);
/** Two numbers whose difference is a safe integer too. */
const price = fc.integer({ min: 0, max: 1_000_000_000 });

const fill = record<FillRecord>({
  id,
  status,
  liquidity: fc.constantFrom("maker" as const, "taker" as const),
  price,
  quantity: price,
  atMs,
  ...paid,
});

const attachment = fc.record(
  {
    type,
    takeProfitTriggerPrice: price,
    stopLossTriggerPrice: price,
    takeProfitPrice: price,
    stopLossPrice: price,
  },
  { requiredKeys: ["type", "takeProfitTriggerPrice", "stopLossTriggerPrice"], noNullPrototype: true },
);

const order = record<FinishedOrder>({
  id,
  account,
  clientOrderId: fc.option(text, { nil: undefined }),
  pair,
  side: fc.constantFrom(...(["open-long", "open-short", "close-long", "close-short"] as const)),
  status,
  type,
  price,
  quantity: price,
  source: fc.constantFrom("api" as const, "plan" as const),
  leverage: fc.integer({ min: 1, max: 200 }),
  mode,
  attachment: fc.option(attachment, { nil: undefined }),
  createdAtMs: atMs,
  frozenTotal: money,
  updatedAtMs: atMs,
  reason: fc.nat({ max: 9999 }),
  filled: price,
  fineCost: money,
  deals: fc.nat(),
  released: money,
  fills: fc.array(fill, { maxLength: 4 }),
  ...paid,
});

const plan = record<FinishedPlan>({
  id,
  account,
  pair,
  side,
  plan: fc.constantFrom("take-profit" as const, "stop-loss" as const),
  type,
  price: whole,
  triggerPrice: whole,
  createdAtMs: atMs,
  quantity: whole,
  status: fc.constantFrom(
    ...(["waiting", "triggered", "cancelled", "trigger-failed", "counterpart-triggered"] as const),
  ),
  updatedAtMs: atMs,
});

const change = record<LoggedChange>({
  account,
  pair,
  id,
  side,
  mode,
  type: fc.constantFrom(...(["open", "close", "lighten", "liquidate", "auto-deleverage"] as const)),
  quantityChange: whole,
  quantity: whole,
  price: fc.oneof(whole, record<Fraction>({ numerator: money, denominator: money })),
  openQuantity: whole,
  openFineCost: money,
  profit: money,
  atMs,
  ...paid,
});

const walletEntry = {
  id,
  account,
  coin: fc.constantFrom("USDT", "BTC"),
  chain: fc.constantFrom("ERC20", "TRC20"),
  address: text,
  transactionId: text,
  amount: money,
  createdAtMs: atMs,
};

const deposit = record<DepositRecord>({
  ...walletEntry,
  outcome: fc.constantFrom("credited" as const, "failed" as const),
  stage: fc.constantFrom(...(["in-progress", "credited", "failed"] as const)),
});

const withdrawal = record<WithdrawalRecord>({
  ...walletEntry,
  memo: fc.option(text, { nil: undefined }),
  fee: money,
  stage: fc.constantFrom(
    ...(["review-pending", "review-passed", "paying-out", "paid-out", "review-rejected", "cancelled"] as const),
  ),
  dueAtMs: atMs,
});

/** Packs some records behind one another, and reads each as a whole and its beginning alone. */
function checkPacked<Entry extends object, Head extends object>(
  entry: fc.Arbitrary<Entry>,
  createLog: () => RecordLog<Entry>,
  readHead?: (reader: ByteReader, texts: SharedTexts) => Head,
): void {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
      const log = createLog();
      for (const one of entries) {
        log.append(one);
      }
      expect(log.all()).toStrictEqual(entries);
      if (readHead !== undefined) {
        expect(entries).toMatchObject(entries.map((_, number) => readHead(log.reader(number), log.texts)));
      }
    }),
    { numRuns: 60 },
  );
}

it("orders that have ended come back as they were, whatever stands in them", () => {
  checkPacked(order, () => createRemembered(8).orders, readOrderHead);
});

it("plans that have ended come back as they were", () => {
  checkPacked(plan, () => createRemembered(8).plans);
});

it("changes of positions come back as they were, at a whole price and at one between two", () => {
  checkPacked(change, () => createRemembered(8).changes, readChangeHead);
});

it("deposits come back as they were", () => {
  checkPacked(deposit, () => createRemembered(8).deposits, readDepositHead);
});

it("withdrawals come back as they were", () => {
  checkPacked(withdrawal, () => createRemembered(8).withdrawals, readWithdrawalHead);
});

it("each log is kept under the name that it has always had", () => {
  expect(logsOf(createRemembered(8)).map(({ name }) => name)).toEqual([
    "finished-orders",
    "finished-plans",
    "position-changes",
    "finished-deposits",
    "finished-withdrawals",
  ]);
});

it("a client id finds its own orders, the latest to end first, and none whose id falls together with it", () => {
  const remembered = createRemembered(20);
  const [base] = fc.sample(order, { numRuns: 1, seed: 1 }) as [FinishedOrder];
  // The keys of these two client ids of one account are the same number.
  const [own, other] = ["91098", "941940"];
  [own, other, own, undefined, own].forEach((clientOrderId, i) => {
    remembered.orders.append({ ...base, id: i + 1, account: 1001, clientOrderId });
    remembered.orders.append({ ...base, id: i + 11, account: 1002, clientOrderId });
  });
  const idsOf = (account: number, clientOrderId: string, max: number): readonly number[] =>
    finishedWithClientId(remembered, account, clientOrderId, max).map(({ id }) => id);
  expect(idsOf(1001, own, 9)).toEqual([5, 3, 1]);
  expect(idsOf(1001, own, 2)).toEqual([5, 3]);
  expect(idsOf(1002, other, 9)).toEqual([12]);
  expect(idsOf(1003, own, 9)).toEqual([]);
  expect(finishedOrder(remembered, 13)).toMatchObject({ id: 13, account: 1002, clientOrderId: own });
  expect(finishedOrder(remembered, 99)).toBeUndefined();
  expect(finishedOrderIds(remembered, 1002, ({ id }) => id !== 12).toSorted()).toEqual([11, 13, 14, 15]);
});

it("an order whose sums are those of its trades takes fewer bytes than one whose sums are not", () => {
  const [trade, base] = fc.sample(fc.tuple(fill, order), { numRuns: 1, seed: 1 })[0] as [FillRecord, FinishedOrder];
  const fees = { fee: 123_456_789n, tokenDeduction: 23_456_789n, couponDeduction: 3_456_789n };
  const fills = [1, 2].map((n) => ({ ...trade, ...fees, id: n }));
  const sums = { fee: 246_913_578n, tokenDeduction: 46_913_578n, couponDeduction: 6_913_578n };
  const sizeOf = (one: FinishedOrder): number => {
    const { orders } = createRemembered(8);
    orders.append(one);
    return String(orders.partsOf("whole").at(-1)).length / 2;
  };
  const usual = { ...base, attachment: undefined, fills, deals: 2, ...sums };
  const unusual = { ...usual, deals: 300, fee: 0n, tokenDeduction: 0n, couponDeduction: 0n };
  expect(sizeOf(unusual) - sizeOf(usual)).toBe(2 + 4 + 4 + 3);
});
