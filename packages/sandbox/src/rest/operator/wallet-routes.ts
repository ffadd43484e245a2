import { refusalCodes } from "@depthwire/exchange";
import type { DecideWithdrawal, Deposit } from "@depthwire/exchange/internal";
import type { Context } from "hono";
import { refuseOperator } from "../venue-answer.js";
import { venueText } from "../venue-text.js";
import { checkAccount, checkAmount, checkChoice, checkInteger, checkText, type Wire } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange } from "./operator-route.js";

/** Longest time between two standing payments, in milliseconds. */
const maxPauseMs = 604_800_000;

/** Checks what the operator sends. @throws ValidationError `value-invalid` */
function checkDeposit({ account, coin, amount, chain, outcome, everyMs }: Wire): Deposit {
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
function makeDeposit({ context, services: { host } }: OperatorRequest, wire: Wire): Response {
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
function decide({ context, services: { host } }: OperatorRequest, wire: Wire): Response {
  const decision = checkChoice(wire["decision"], "decision", decisions);
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

/** The operator's addresses for what comes in from the chains and goes out to them. */
export const walletRoutes: readonly OperatorRoute[] = [
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/deposits",
      does: "somebody outside pays into an account's wallet, over a chain",
      body: {
        account: "the account's number",
        coin: "the coin's symbol",
        amount: "a positive decimal",
        "chain?": "the chain; the coin's usual one by default",
        "outcome?": "`credited` (the default) or `failed`: what becomes of it after the confirmations",
        "everyMs?": "pays the same again every so many milliseconds, from a second to a week",
      },
    },
    makeDeposit,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/withdrawals/{id}",
      does: "decides about a withdrawal",
      query: { id: "the withdrawal's id" },
      body: { decision: "`approve` or `reject` while it is reviewed, `cancel` until it is paid out" },
    },
    decide,
  ),
];
