import { ordersByClientOrderId, ordersById } from "@depthwire/rest";
import type { Order, PlanOrder } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import type { ExitCode } from "../../program/exit-codes.js";
import { Refused } from "../../program/refused.js";
import { cancelEach, cancelPairs, exitCodeOf, type NotCancelled } from "../../trading/cancel-each.js";
import { confirm } from "../../trading/confirm.js";
import { type Fact, type OpenedAccount, openAccount, placeWords } from "../../trading/open-account.js";
import { openOrders } from "../../trading/open-orders.js";
import { finishedOrders, isWaiting } from "../../trading/order-ends.js";
import type { AccountFlags, ConfirmFlags } from "../../trading/trade-options.js";
import { knownPair } from "../../venue/known-pair.js";

interface CancelFlags extends AccountFlags, ConfirmFlags {
  readonly all?: string | true;
  readonly clientIds?: true;
  readonly plans?: true;
}

/** Something that can be cancelled. */
interface Cancellable {
  readonly orderId: string;
  readonly pair: string;
  readonly words: string;
}

/** How long the service may take to carry a cancel out that it has taken. */
const patienceMs = 10_000;
/** More would scroll the question away. */
const maxShown = 20;

/** Cancels orders or plan orders, one by one, or all of a pair in one call. */
export const run: RunCommand<CancelFlags> = async ({ arguments: [typed], options }, context) => {
  const { output } = context;
  const wanted = (typed ?? []) as readonly string[];
  if ((wanted.length === 0) === (options.all === undefined)) {
    throw new Refused("usage", "Name the orders to cancel, or say --all", "depthwire orders lists them.");
  }
  await using account = await openAccount(options, context);
  const pair = typeof options.all === "string" ? await knownPair(options.all, account) : undefined;
  const found = await findAll(account, wanted, pair, { flags: options, context });
  if (found.length === 0) {
    output.result({ cancelled: [] }, "Nothing to cancel: nothing is open.");
    return undefined;
  }
  const what = options.plans === true ? "plan order" : "order";
  const count = `${found.length} ${what}${found.length === 1 ? "" : "s"}`;
  const every = pair === undefined ? `every USDT-margined ${what}` : `every ${what} in ${pair}`;
  const does = options.all === undefined ? `Cancel ${count}` : `Cancel ${every}: ${count} now`;
  await confirm({ does, facts: [...factsOf(found), ...placeWords(account)] }, options, context);
  const notCancelled = await carryOut(account, found, pair, { flags: options, context });
  const failed = new Set(notCancelled.map(({ orderId }) => orderId));
  const ids = found.map(({ orderId }) => orderId).filter((id) => !failed.has(id));
  const failedWords = notCancelled.map(({ orderId, message }) => `Not cancelled: ${what} ${orderId}: ${message}`);
  const exitCode = notCancelled.length === 0 ? undefined : (exitCodeOf(notCancelled) as ExitCode);
  if (options.plans === true) {
    const done = `Cancelled ${ids.length} ${what}${ids.length === 1 ? "" : "s"}.`;
    output.result({ cancelled: ids, notCancelled }, [done, ...failedWords].join("\n"));
    return exitCode;
  }
  // A trade on the way wins over a cancel, so the service has the last word.
  const ended = await finishedOrders(account.rest, ids, { patienceMs, signal: context.signal });
  const cancelled = ended.filter(({ status }) => status.endsWith("cancelled")).map(({ orderId }) => orderId);
  const orders = ended.map(({ orderId, status, dealQuantity }) => ({ orderId, status, dealQuantity }));
  output.result({ cancelled, orders, notCancelled }, [...orders.map(endWords), ...failedWords].join("\n"));
  return exitCode;
};

function endWords({ orderId, status, dealQuantity }: Pick<Order, "orderId" | "status" | "dealQuantity">): string {
  const late = isWaiting({ status }) ? "; the cancel was taken, and is not carried out yet" : "";
  return `Order ${orderId}: ${status}, ${dealQuantity} traded${late}`;
}

interface Asking {
  readonly flags: CancelFlags;
  readonly context: Context;
}

async function findAll(
  { rest }: OpenedAccount,
  ids: readonly string[],
  pair: string | undefined,
  { flags, context: { signal, output } }: Asking,
): Promise<readonly Cancellable[]> {
  if (flags.plans === true) {
    const waiting = await rest.usdt.getPlanOrders(pair === undefined ? {} : { pair }, { signal });
    const wanted = waiting.filter(({ orderId }) => flags.all !== undefined || ids.includes(orderId));
    requireFound(ids, new Set(waiting.map(({ orderId }) => orderId)), "plan order");
    return wanted.map((plan) => ({ ...plan, words: planWords(plan) }));
  }
  if (flags.all !== undefined) {
    return (await openOrders(rest, pair, signal)).map(withWords);
  }
  const byClientId = flags.clientIds === true;
  const found = await (byClientId ? ordersByClientOrderId(rest, ids, { signal }) : ordersById(rest, ids, { signal }));
  requireFound(
    ids,
    new Set(found.map(({ orderId, clientOrderId = "" }) => (byClientId ? clientOrderId : orderId))),
    "order",
  );
  for (const { orderId, status } of found.filter((order) => !isWaiting(order))) {
    output.note(`Order ${orderId} is ${status} already.`);
  }
  return found.filter(isWaiting).map(withWords);
}

function requireFound(ids: readonly string[], known: ReadonlySet<string>, what: string): void {
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const words = `There is no ${what} ${missing.join(", ")}: nothing was cancelled`;
    const list = what === "order" ? "depthwire orders" : "depthwire plans";
    throw new Refused("usage", words, `${list} lists those that there are.`, { missing });
  }
}

/** @returns those that were not cancelled */
async function carryOut(
  { rest }: OpenedAccount,
  found: readonly Cancellable[],
  pair: string | undefined,
  { flags, context: { signal } }: Asking,
): Promise<readonly NotCancelled[]> {
  const { usdt } = rest;
  if (flags.all !== undefined && flags.plans === true) {
    await usdt.cancelAllPlanOrders(pair === undefined ? {} : { pair }, { signal });
    return [];
  }
  if (flags.all !== undefined) {
    return cancelPairs(rest, found, signal);
  }
  const one = flags.plans === true ? usdt.cancelPlanOrder : usdt.cancelOrder;
  const ids = found.map(({ orderId }) => orderId);
  return cancelEach(ids, (orderId) => one({ orderId }, { signal }));
}

function factsOf(found: readonly Cancellable[]): readonly Fact[] {
  const shown = found.slice(0, maxShown).map(({ orderId, words }): Fact => [orderId, words]);
  return found.length > maxShown ? [...shown, ["…", `and ${found.length - maxShown} more`]] : shown;
}

function withWords({ orderId, side, pair, quantity, price, dealQuantity }: Order): Cancellable {
  return { orderId, pair, words: `${side} ${quantity} ${pair} at ${price}, ${dealQuantity} traded` };
}

function planWords({ plan, side, pair, quantity, triggerPrice }: PlanOrder): string {
  return `${plan} of the ${side} position, ${quantity} ${pair} at ${triggerPrice}`;
}
