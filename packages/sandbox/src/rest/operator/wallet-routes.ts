import { refusalCodes } from "@depthwire/exchange";
import type { DecideWithdrawal, Deposit } from "@depthwire/exchange/internal";
import type { Context, Hono } from "hono";
import type { RestServices } from "../rest-services.js";
import { refuseOperator } from "../venue-answer.js";
import { venueText } from "../venue-text.js";
import { checkAccount, checkAmount, checkChoice, checkInteger, checkObject, checkText } from "./check-body.js";
import { withBody } from "./with-body.js";

/** Longest time between two standing payments, in milliseconds. */
const maxPauseMs = 604_800_000;

const depositKeys = ["account", "coin", "amount", "chain", "outcome", "everyMs"];

/** Checks what the operator sends. @throws ValidationError `value-invalid` */
function checkDeposit(wire: unknown): Deposit {
  const { account, coin, amount, chain, outcome, everyMs } = checkObject(wire, "body", depositKeys);
  return {
    kind: "deposit",
    account: checkAccount(account),
    coin: checkText(coin, "coin"),
    amount: checkAmount(amount, "amount"),
    ...(chain === undefined ? {} : { chain: checkText(chain, "chain") }),
    ...(outcome === undefined ? {} : { outcome: checkChoice(outcome, "outcome", ["credited", "failed"]) }),
    ...(everyMs === undefined ? {} : { everyMs: checkInteger(everyMs, "everyMs", 1000, maxPauseMs) }),
  };
}

function refuse(context: Context, reason: keyof typeof refusalCodes): Response {
  const state = refusalCodes[reason];
  return context.json({ error: { code: "refused", state, msg: venueText(state) } }, 400);
}

/** Somebody outside pays a user; answered with the deposit as it is first seen. */
function makeDeposit(context: Context, { host }: RestServices, wire: unknown): Response {
  const command = checkDeposit(wire);
  const events = host.apply(command);
  // What fell due in this moment came before: the last word is about this one.
  const last = events.findLast(({ kind }) => kind === "deposit-changed" || kind === "command-refused");
  if (last?.kind === "command-refused") {
    return refuse(context, last.reason);
  }
  return context.json(last?.kind === "deposit-changed" ? { deposit: last.deposit } : {});
}

const decisions: readonly DecideWithdrawal["decision"][] = ["approve", "reject", "cancel"];

/** Decides about a withdrawal; answered with the withdrawal as it is afterwards. */
function decide(context: Context, { host }: RestServices, wire: unknown): Response {
  const decision = checkChoice(checkObject(wire, "body", ["decision"])["decision"], "decision", decisions);
  const withdrawalId = context.req.param("id") ?? "";
  const events = host.apply({ kind: "decide-withdrawal", withdrawalId, decision });
  const last = events.findLast(({ kind }) => kind === "withdrawal-changed" || kind === "command-refused");
  if (last?.kind === "withdrawal-changed") {
    return context.json({ withdrawal: last.withdrawal });
  }
  if (last?.kind !== "command-refused" || last.reason === "unknown-order") {
    return refuseOperator(context, 404, "not-found", "There is no such withdrawal");
  }
  return refuse(context, last.reason);
}

/**
 * The operator's addresses for what comes in from the chains and goes out to them: `POST /_sandbox/deposits`
 * `{account, coin, amount, chain?, outcome?, everyMs?}`, and `POST /_sandbox/withdrawals/{id}` `{decision}`.
 */
export function addWalletRoutes(routes: Hono, services: RestServices): void {
  routes.post("/_sandbox/deposits", (context) => withBody(context, (body) => makeDeposit(context, services, body)));
  routes.post("/_sandbox/withdrawals/:id", (context) => withBody(context, (body) => decide(context, services, body)));
}
