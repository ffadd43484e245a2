import type { Context } from "hono";
import { Refusal } from "../handler.js";
import { refuseOperator } from "../venue-answer.js";
import { venueText } from "../venue-text.js";
import { checkAccountBody } from "./account-body.js";
import { changeAccount, hasAccount, listAccounts, nextAccount, viewForOperator } from "./accounts.js";
import { fail, type Wire } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

function change({ context, services }: OperatorRequest, account: number, wire: Wire): Response {
  const body = checkAccountBody(wire);
  const opened = changeAccount(services, account, body);
  if (opened instanceof Refusal) {
    const { code } = opened;
    return context.json({ error: { code: "refused", state: code, msg: venueText(code) } }, 400);
  }
  return context.json({ ...viewForOperator(services, account), opened });
}

function accountOf(context: Context): number | undefined {
  const text = context.req.param("account") ?? "";
  return /^[0-9]{4,15}$/.test(text) ? Number(text) : undefined;
}

function openAccount(request: OperatorRequest, wire: Wire): Response {
  const { services } = request;
  const { account = nextAccount(services), keys } = checkAccountBody(wire);
  if (hasAccount(services, account)) {
    fail("account", "a number that no account has");
  }
  // An account without a key would be of no use.
  const usual = keys === undefined ? { keys: [{}] } : {};
  return change(request, account, { ...wire, ...usual });
}

function showAccount({ context, services }: OperatorRequest): Response {
  const account = accountOf(context);
  const found = account === undefined ? undefined : viewForOperator(services, account);
  if (found === undefined) {
    return refuseOperator(context, 404, "not-found", "There is no such account");
  }
  return context.json(found);
}

const account = "the account's number";

/** What may be told of an account, when it is opened and later. */
const accountParameters = {
  "funds?":
    'money from outside: a list of `{coin, amount, purse?}`; a negative amount takes money away, and `purse` is "contract" (the default), "wallet", "spot" or "promotion"',
  "keys?": "keys to open: a list of `{apiKey?, apiSecret?, permissions?, addresses?}`",
  "restricted?": "whether its orders are refused with 2086",
  "paysFeesInToken?": "whether it pays fees with the platform token",
  "cancelOnDisconnect?":
    "whether its open orders and plans are cancelled when the last private connection of the account is gone",
  "refusals?":
    "what its next requests are refused with: a list of `{code, operations?, count?}` in place of the one before",
} as const;

/** The operator's addresses for accounts. */
export const accountRoutes: readonly OperatorRoute[] = [
  operatorRoute({ method: "GET", path: "/_sandbox/accounts", does: "the numbers of all accounts" }, (request) =>
    request.context.json({ accounts: listAccounts(request.services) }),
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/accounts",
      does: "opens an account; without `keys` it gets one that may do everything",
      body: { "account?": "its number; the next free one by default", ...accountParameters },
    },
    openAccount,
  ),
  operatorRoute(
    {
      method: "GET",
      path: "/_sandbox/accounts/{account}",
      does: "flags, keys, pending refusals, balances by coin and kind, and the ledger's sums, which are 0",
      query: { account },
    },
    showAccount,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/accounts/{account}",
      does: "changes an account: wholly, or not at all",
      query: { account },
      body: { ...accountParameters, "revokeKeys?": "keys to take away: a list" },
    },
    (request, body) => {
      const number = accountOf(request.context);
      if (number === undefined || !hasAccount(request.services, number)) {
        return showAccount(request);
      }
      return change(request, number, body);
    },
  ),
];
