import { toScaled } from "@depthwire/core/internal";
import { indexBounds, priceText } from "@depthwire/exchange/internal";
import type { Context, Hono } from "hono";
import { Refusal } from "../handler.js";
import type { RestServices } from "../rest-services.js";
import { refuseOperator } from "../venue-answer.js";
import { venueText } from "../venue-text.js";
import { checkAccountBody } from "./account-body.js";
import { changeAccount, changeMarket, listAccounts, nextAccount, viewForOperator } from "./accounts.js";
import { checkDecimal, checkFlag, checkObject, fail } from "./check-body.js";
import { withBody } from "./with-body.js";

function change(context: Context, services: RestServices, account: number, wire: unknown): Response {
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

function openAccount(context: Context, services: RestServices, wire: unknown): Response {
  const { account = nextAccount(services), keys } = checkAccountBody(wire);
  if (services.host.exchange.state.users.has(account)) {
    fail("account", "a number that no account has");
  }
  // An account without a key would be of no use.
  const usual = keys === undefined ? { keys: [{}] } : {};
  return change(context, services, account, { ...(wire as object), ...usual });
}

function showAccount(context: Context, services: RestServices): Response {
  const account = accountOf(context);
  const found = account === undefined ? undefined : viewForOperator(services, account);
  if (found === undefined) {
    return refuseOperator(context, 404, "not-found", "There is no such account");
  }
  return context.json(found);
}

function setMarket(context: Context, services: RestServices, wire: unknown): Response {
  const pair = context.req.param("pair") ?? "";
  const market = services.host.exchange.market(pair);
  if (market === undefined) {
    return refuseOperator(context, 404, "not-found", "There is no such pair");
  }
  const body = checkObject(wire, "body", ["limitOnly", "indexPrice"]);
  const limitOnly = checkFlag(body["limitOnly"], "limitOnly");
  const text = body["indexPrice"] === undefined ? undefined : checkDecimal(body["indexPrice"], "indexPrice");
  const scaled = text === undefined ? undefined : Number(toScaled(text, market.priceScale) ?? 0n);
  const { minPrice, maxPrice } = indexBounds(market);
  if (scaled !== undefined && !(scaled >= minPrice && scaled <= maxPrice)) {
    const [min, max] = [priceText(market, minPrice), priceText(market, maxPrice)];
    fail("indexPrice", `a price from ${min} to ${max} with at most ${market.priceScale} decimals`);
  }
  changeMarket(services, pair, { limitOnly, indexPrice: scaled });
  return context.json({
    pair,
    ...(limitOnly === undefined ? {} : { limitOnly }),
    ...(text === undefined ? {} : { indexPrice: text }),
  });
}

/** The operator's addresses for accounts and markets. */
export function addOperatorRoutes(routes: Hono, services: RestServices): void {
  routes.get("/_sandbox/accounts", (context) => context.json({ accounts: listAccounts(services) }));
  routes.post("/_sandbox/accounts", (context) => withBody(context, (body) => openAccount(context, services, body)));
  routes.get("/_sandbox/accounts/:account", (context) => showAccount(context, services));
  routes.post("/_sandbox/accounts/:account", (context) => {
    const account = accountOf(context);
    if (account === undefined || !services.host.exchange.state.users.has(account)) {
      return showAccount(context, services);
    }
    return withBody(context, (body) => change(context, services, account, body));
  });
  routes.post("/_sandbox/markets/:pair", (context) => withBody(context, (body) => setMarket(context, services, body)));
}
