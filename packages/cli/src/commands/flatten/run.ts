import { compareDecimal, OrderOutcomeUnknown } from "@depthwire/core";
import { type Flattened, Trader } from "@depthwire/rest";
import type { Position } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import { exitCodes } from "../../program/exit-codes.js";
import { cancelPairs } from "../../trading/cancel-each.js";
import { confirm } from "../../trading/confirm.js";
import { type OpenedAccount, openAccount, placeWords } from "../../trading/open-account.js";
import { openOrders } from "../../trading/open-orders.js";
import { finishedOrders } from "../../trading/order-ends.js";
import { refuseUnknown } from "../../trading/outcome.js";
import type { AccountFlags, ConfirmFlags } from "../../trading/trade-options.js";
import { knownPair, refuseOtherFamilies } from "../../venue/known-pair.js";

/** How long the service may take to carry out the cancels. */
const patienceMs = 10_000;

type FlattenFlags = AccountFlags & ConfirmFlags;

/** Cancels orders, closes positions, then cancels the plans that protected what was closed. */
export const run: RunCommand<FlattenFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, signal } = context;
  if (typed !== undefined) {
    refuseOtherFamilies(String(typed), "orders and positions");
  }
  await using account = await openAccount(options, context);
  const { usdt } = account.rest;
  const pair = typed === undefined ? undefined : await knownPair(String(typed), account);
  const ofPair = pair === undefined ? {} : { pair };
  const [waiting, held] = [
    await openOrders(account.rest, pair, signal),
    (await usdt.getPositions(ofPair, { signal })).filter(({ quantity }) => compareDecimal(quantity, "0") > 0),
  ];
  const facts = held.map((row) => [row.pair, `${row.side} ${row.quantity}, opened at ${row.openPrice}`] as const);
  const does = `Cancel ${counted(waiting, "order")} and close ${counted(held, "position")} at the market${pair === undefined ? "" : ` in ${pair}`}`;
  await confirm({ does, facts: [...facts, ...placeWords(account)] }, options, context);
  const notCancelled = await cancelPairs(account.rest, waiting, signal, pair);
  for (const { orderId, message } of notCancelled) {
    output.note(`Order ${orderId} was not cancelled: ${message}`);
  }
  // What a cancelled order reserved can be closed once the cancel is carried out.
  const refused = new Set(notCancelled.map(({ orderId }) => orderId));
  const ids = waiting.map(({ orderId }) => orderId).filter((id) => !refused.has(id));
  await finishedOrders(account.rest, ids, { patienceMs, signal });
  const { orders, left } = await close(account, pair, signal).catch((error: unknown) => {
    output.note(`Not everything was closed; before, this was held: ${held.map(heldWords).join(", ") || "nothing"}.`);
    throw error;
  });
  await cancelIdlePlans(account, ofPair, left, signal);
  const closed = orders.map(({ latest }) => latest);
  const result = { cancelled: ids.length, notCancelled, closed, left };
  const rest = left.map((row) => `${row.pair} ${row.side}`).join(", ");
  const text =
    left.length === 0
      ? `Nothing ${pair === undefined ? "USDT-margined is held" : `is held in ${pair}`}: ${counted(closed, "order")} closed it.`
      : `Still held: ${rest}. The market was too thin, or others' orders reserve it: run it again.`;
  const open = notCancelled.length === 0 ? "" : ` Still open: ${counted(notCancelled, "order")}.`;
  output.result(result, `${text}${open}`);
  return left.length + notCancelled.length === 0 ? undefined : exitCodes.failed;
};

function heldWords({ pair, side, quantity }: Pick<Position, "pair" | "side" | "quantity">): string {
  return `${pair} ${side} ${quantity}`;
}

/** Plans of what is no longer held; those of what is left still protect it. */
async function cancelIdlePlans(
  { rest: { usdt } }: OpenedAccount,
  ofPair: { readonly pair?: string },
  left: Flattened["left"],
  signal: AbortSignal,
): Promise<void> {
  if (left.length === 0) {
    await usdt.cancelAllPlanOrders(ofPair, { signal });
    return;
  }
  for (const { orderId, pair, side } of await usdt.getPlanOrders(ofPair, { signal })) {
    if (!left.some((held) => held.pair === pair && held.side === side)) {
      await usdt.cancelPlanOrder({ orderId }, { signal });
    }
  }
}

async function close(account: OpenedAccount, pair: string | undefined, signal: AbortSignal): Promise<Flattened> {
  const { rest, clock } = account;
  const trader = new Trader({ pollEveryMs: 500 }, { venue: rest, clock });
  try {
    return await trader.flatten(pair === undefined ? { signal } : { signal, pair });
  } catch (error) {
    throw error instanceof OrderOutcomeUnknown ? refuseUnknown(account, error.details) : error;
  } finally {
    trader.close();
  }
}

function counted(items: readonly unknown[], what: string): string {
  return `${items.length} ${what}${items.length === 1 ? "" : "s"}`;
}
