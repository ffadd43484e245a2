import { addDecimals, compareDecimal, subtractDecimals } from "@depthwire/core";
import type { HistoricalOrder, PlanOrder, Withdrawal, WithdrawalId } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import * as wallet from "@depthwire/schema/wallet";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import { listAll } from "../lists/list-all.js";
import type { Seen, Trace } from "./settle-call.js";

/** A plan order that was placed: its record while it waits, nothing when it triggered at once. */
export type PlacedPlan = PlanOrder | undefined;

interface PlansBefore {
  readonly plans: ReadonlySet<string>;
  readonly closings: ReadonlySet<string>;
}

/** A plan order shows in the list of those that wait; if it triggered at once, as a closing order that no session placed. */
export function planOrderTrace(venue: CallMaker, plan: usdt.PlacePlanOrderInput): Trace<PlansBefore, PlacedPlan> {
  const of = plan.pair === undefined ? {} : { pair: plan.pair };
  return {
    before: async (options) => ({
      plans: new Set((await venue.call(usdt.getPlanOrders, of, options)).map(({ orderId }) => orderId)),
      closings: new Set((await closings(venue, plan, options)).map(({ orderId }) => orderId)),
    }),
    after: async (before, options) => {
      const listed = await venue.call(usdt.getPlanOrders, of, options);
      const added = listed.filter(({ orderId }) => !before.plans.has(orderId));
      const [own, ...twins] = added.filter((listedPlan) => isThatPlan(plan, listedPlan));
      if (own !== undefined) {
        return { kind: "done", result: own, ...(twins.length > 0 && { perhapsTwice: true }) };
      }
      const closed = await closings(venue, plan, options);
      const hasTriggered = closed.some(
        ({ orderId, source, quantity }) =>
          !before.closings.has(orderId) && source !== "api" && compareDecimal(quantity, plan.quantity) === 0,
      );
      return hasTriggered ? { kind: "done", result: undefined } : { kind: "nothing" };
    },
  };
}

/** The newest closing orders of the plan's side. */
async function closings(
  venue: CallMaker,
  plan: usdt.PlacePlanOrderInput,
  options: CallOptions,
): Promise<readonly HistoricalOrder[]> {
  const side = plan.side === "long" ? "close-long" : "close-short";
  const of = plan.pair === undefined ? {} : { pair: plan.pair };
  return (await venue.call(usdt.listOrderHistory, { ...of, side, page: 1, size: 20 }, options)).items;
}

function isThatPlan(
  plan: usdt.PlacePlanOrderInput,
  { pair, side, plan: kind, type, triggerPrice, quantity }: PlanOrder,
): boolean {
  return (
    (plan.pair === undefined || plan.pair === pair) &&
    plan.side === side &&
    plan.plan === kind &&
    plan.type === type &&
    compareDecimal(plan.triggerPrice, triggerPrice) === 0 &&
    compareDecimal(plan.quantity, quantity) === 0
  );
}

/** A withdrawal shows in the list of withdrawals. */
export function withdrawalTrace(
  venue: CallMaker,
  { coin, address, amount }: wallet.WithdrawInput,
): Trace<ReadonlySet<string>, WithdrawalId> {
  const newest = async (options: CallOptions): Promise<readonly Withdrawal[]> => {
    const items: Withdrawal[] = [];
    for await (const item of listAll(venue, wallet.listWithdrawals, { coin }, options)) {
      items.push(item);
      if (items.length === maxWithdrawals) {
        break;
      }
    }
    return items;
  };
  return {
    before: async (options) => new Set((await newest(options)).map(({ withdrawalId }) => withdrawalId)),
    after: async (known, options) => {
      const added = (await newest(options)).filter(({ withdrawalId }) => !known.has(withdrawalId));
      const own = added.filter((one) => one.address === address && compareDecimal(one.amount, amount) === 0);
      const [first] = own;
      if (own.length > 1) {
        // Another session sent the same: which of them is ours cannot be told.
        return { kind: "other-movement" };
      }
      return first === undefined ? { kind: "nothing" } : { kind: "done", result: first.withdrawalId };
    },
  };
}

const maxWithdrawals = 200;

interface Balances {
  readonly contract: string;
  readonly wallet: string;
}

/** A transfer shows in both balances, if nothing else moved them. */
export function transferTrace(
  venue: CallMaker,
  { coin, amount, direction }: usdt.TransferFundsInput,
): Trace<Balances, undefined> {
  const balances = async (options: CallOptions): Promise<Balances> => {
    const [contract, main] = await Promise.all([
      venue.call(usdt.getAssets, { coin }, options),
      venue.call(wallet.getMainAssets, {}, options),
    ]);
    const inWallet = main.assets.find((asset) => asset.coin === coin);
    return {
      contract: contract.find((asset) => asset.coin === coin)?.available ?? "0",
      wallet: inWallet?.available ?? "0",
    };
  };
  return {
    before: balances,
    after: async (before, options) => {
      const now = await balances(options);
      const moved = direction === "in" ? amount : `-${amount}`;
      const contract = subtractDecimals(now.contract, before.contract);
      const inWallet = subtractDecimals(now.wallet, before.wallet);
      if (isZero(contract) && isZero(inWallet)) {
        return { kind: "nothing" };
      }
      const isThat = compareDecimal(contract, moved) === 0 && isZero(addDecimals(inWallet, moved));
      return isThat ? { kind: "done", result: undefined } : { kind: "other-movement" };
    },
  };
}

/** An adjustment shows in the position's margin, if nothing else moved it. */
export function marginTrace(
  venue: CallMaker,
  { pair, side, margin }: usdt.AdjustMarginInput,
): Trace<string, undefined> {
  const marginNow = async (options: CallOptions): Promise<string> => {
    const positions = await venue.call(usdt.getPositions, { pair, side }, options);
    return positions.find((position) => position.side === side)?.margin ?? "0";
  };
  return {
    before: marginNow,
    after: async (before, options): Promise<Seen<undefined>> => {
      const moved = subtractDecimals(await marginNow(options), before);
      if (isZero(moved)) {
        return { kind: "nothing" };
      }
      return compareDecimal(moved, margin) === 0 ? { kind: "done", result: undefined } : { kind: "other-movement" };
    },
  };
}

function isZero(amount: string): boolean {
  return compareDecimal(amount, "0") === 0;
}
