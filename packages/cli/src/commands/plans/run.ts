import type { PlanOrder } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import { type Column, table } from "../../program/table.js";
import { openAccount } from "../../trading/open-account.js";
import type { AccountFlags } from "../../trading/trade-options.js";
import { knownPair } from "../../venue/known-pair.js";

const columns: readonly Column<PlanOrder>[] = [
  { title: "plan", of: ({ orderId }) => orderId },
  { title: "pair", of: ({ pair }) => pair },
  { title: "side", of: ({ side }) => side },
  { title: "for", of: ({ plan }) => plan },
  { title: "quantity", of: ({ quantity }) => quantity, isNumber: true },
  { title: "trigger", of: ({ triggerPrice }) => triggerPrice, isNumber: true },
  { title: "at", of: ({ type, price }) => (type === "market" ? "market" : price), isNumber: true },
];

/** Lists plan orders: an item each. */
export const run: RunCommand<AccountFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, screen, signal } = context;
  await using account = await openAccount(options, context);
  const pair = typed === undefined ? undefined : await knownPair(String(typed), account);
  const waiting = await account.rest.usdt.getPlanOrders(pair === undefined ? {} : { pair }, { signal });
  if (output.isJson) {
    for (const plan of waiting) {
      output.item(plan);
    }
  }
  const empty = `No plan orders wait${pair === undefined ? "" : ` in ${pair}`}.`;
  output.result(
    { plans: waiting.length },
    waiting.length === 0 ? empty : table(waiting, columns, screen.size().columns),
  );
  return undefined;
};
