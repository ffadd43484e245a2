import type { Account } from "@depthwire/client";
import { type Position, usdt } from "@depthwire/schema";
import { ageHeader, sourceHeader } from "../dropin/dropin.js";
import { isListedHere, mayList } from "../dropin/mirror-reads.js";
import { openOrdersOfAllSides } from "../dropin/open-orders-of-all-sides.js";
import type { AccountMirror } from "../mirror/account-mirror.js";
import { isOpen, type OwnWrites, type Subject } from "../mirror/own-writes.js";
import type { ResultMemo } from "../mirror/result-memo.js";
import { json, jsonText, RefusedError, type TextAnswer, whenThere } from "../server/answer.js";
import type { LocalRequest, Route } from "../server/route.js";
import { behindWrites, fills } from "./fills.js";
import { checkFresh } from "./request-values.js";
import { accountOf, type ShortParts } from "./short-parts.js";

const order = { orderId: "17592186044825", pair: "4BTC_USDT", side: "open-long", price: "20000", status: "open" };

/** How long a list that the venue is asked for may take, in milliseconds. */
const listWithinMs = 60_000;

/** What may be asked, and what is answered then. */
const examples = {
  "/account": { query: { "allow-stale": 1 }, example: { assets: [{ coin: "USDT", available: "10000" }] } },
  "/positions": {
    query: { pair: "4BTC_USDT", "allow-stale": 1 },
    example: { positions: [{ pair: "4BTC_USDT", side: "long", quantity: "0.01", openPrice: "47741.6" }] },
  },
  "/orders": { query: { pair: "4BTC_USDT", "allow-stale": 1 }, example: { orders: [order] } },
  "/orders/:orderId": { example: order },
  "/plan-orders": { query: { pair: "4BTC_USDT", "allow-stale": 1 }, example: { planOrders: [] } },
  "/fills": {
    query: { limit: 50, "allow-stale": 1 },
    example: { fills: [{ orderId: "17592186044825", fillId: "1125899906842648855", dealPrice: "47741.6" }] },
  },
} as const;

/** The account by short paths. */
export function accountRoutes(parts: ShortParts): readonly Route[] {
  const route = (path: keyof typeof examples, summary: string, answer: Route["answer"]): Route => {
    return { method: "GET", path, summary, ...examples[path], answer };
  };
  return [
    route("/account", "What the account holds: assets, and how far they can be relied upon", (request) =>
      read(parts, request, {
        subject: "assets",
        find: ({ state }) => ({ assets: [...state.assets.values()] }),
        movesUntold: ({ state }) => holdsCross(state),
        ask: async ({ rest }) => ({ assets: await rest.call(usdt.getAssets, {}) }),
      }),
    ),
    route("/positions", "Positions that are held. Asked of the venue where one is at cross margin", (request) =>
      positions(parts, request),
    ),
    route("/orders", "Orders that wait: ?pair=", (request) =>
      read(parts, request, {
        subject: "orders",
        find: ({ state }) => ({
          orders: [...state.orders.values()].filter((order) => isOpen(order.status) && isOf(request, order.pair)),
        }),
        askOfPair: async ({ rest }, pair) => ({
          orders: (await openOrdersOfAllSides(rest, { pair }, listWithinMs)).orders,
        }),
      }),
    ),
    route("/orders/:orderId", "One order, finished ones too", (request) => oneOrder(parts, request)),
    route("/plan-orders", "Plan orders that wait: ?pair=", (request) =>
      read(parts, request, {
        subject: "plan-orders",
        find: ({ state }) => ({
          planOrders: [...state.planOrders.values()].filter((plan) => isOf(request, plan.pair)),
        }),
        ask: async ({ rest }) => ({
          planOrders: (await rest.call(usdt.getPlanOrders, {})).filter((plan) => isOf(request, plan.pair)),
        }),
        askOfPair: async ({ rest }, pair) => ({ planOrders: await rest.call(usdt.getPlanOrders, { pair }) }),
      }),
    ),
    route(
      "/fills",
      "Trades of the account, newest first, since the start; with --data those of earlier starts too: ?limit=50",
      (request) => fills(parts, request),
    ),
  ];
}

function isOf({ query }: LocalRequest, pair: string): boolean {
  return (query.get("pair") ?? pair) === pair;
}

/** What is read of the account. */
interface AccountRead {
  readonly subject: Subject;
  readonly find: (account: AccountMirror) => object;
  /** Whether it changes without a push. */
  readonly movesUntold?: (account: AccountMirror) => boolean;
  /** Asks the venue, where that is so, or where the mirror lacks what was written here. */
  readonly ask?: (account: Account) => Promise<object>;
  /** Asks the venue of one pair, where the mirror does not know it: a slip of the pen is refused, and is no empty list. */
  readonly askOfPair?: (account: Account, pair: string) => Promise<object>;
}

/** What is available moves with every mark where a position is at cross margin, and no push tells it. */
function holdsCross({ positions }: AccountMirror["state"]): boolean {
  return [...positions.values()].some(({ long, short }) => long?.mode === "cross" || short?.mode === "cross");
}

/** Waits until the mirror has what was written here, and refuses what may be outdated. */
function read(parts: ShortParts, request: LocalRequest, wanted: AccountRead): TextAnswer | Promise<TextAnswer> {
  const { subject, ask } = wanted;
  const opened = accountOf(parts);
  const { account, writes, memo } = parts.mirror;
  if (account === undefined || writes === undefined) {
    throw new RefusedError(503, "no-credential", "The accelerator holds no API key");
  }
  if (ask !== undefined && account.passesOver()) {
    return asked(ask(opened));
  }
  const pair = request.query.get("pair") ?? undefined;
  const mayTell = wanted.askOfPair === undefined || isListedHere(parts.mirror, pair);
  if (mayTell && account.isKnown && writes.haveComeIn(subject)) {
    return tell({ request, opened, account, memo, hasWrites: true }, wanted);
  }
  return readLater(parts, { request, opened, account, memo, writes, pair }, wanted);
}

async function asked(answer: Promise<object>): Promise<TextAnswer> {
  return json(await answer, { [sourceHeader]: "venue", [ageHeader]: "0" });
}

/** What a read of the account is answered with. */
interface ReadParts {
  readonly request: LocalRequest;
  readonly opened: Account;
  readonly account: AccountMirror;
  readonly memo: ResultMemo;
}

async function readLater(
  { mirror }: ShortParts,
  { pair, writes, ...read }: ReadParts & { readonly writes: OwnWrites; readonly pair: string | undefined },
  wanted: AccountRead,
): Promise<TextAnswer> {
  const { askOfPair, subject } = wanted;
  if (askOfPair !== undefined && pair !== undefined && !(await mayList(mirror, pair))) {
    return asked(askOfPair(read.opened, pair));
  }
  await read.account.known();
  return tell({ ...read, hasWrites: await writes.areIn(subject) }, wanted);
}

function tell(
  { request, opened, account, memo, hasWrites }: ReadParts & { readonly hasWrites: boolean },
  { ask, find, movesUntold }: AccountRead,
): TextAnswer | Promise<TextAnswer> {
  const { freshness } = account;
  if (freshness.kind === "unknown") {
    // There is nothing that could be outdated: an empty list would be made up.
    const since = new Date(freshness.sinceMs).toISOString();
    const message = `The account was never in step since the start at ${since} (${freshness.reason}): wait until /health says that it is`;
    throw new RefusedError(503, "stale", message);
  }
  if (freshness.kind === "stale") {
    checkFresh(request, "The account", freshness.reason, freshness.sinceMs);
  }
  if (ask !== undefined && freshness.kind === "fresh" && (!hasWrites || movesUntold?.(account) === true)) {
    return asked(ask(opened));
  }
  if (freshness.kind === "fresh" && !hasWrites) {
    checkFresh(request, "The account", behindWrites, 0);
  }
  // As long as nothing happens to the account, its text is the same.
  const text = memo.of(account.state, `${request.path}?${request.queryText}`, () => JSON.stringify(find(account)));
  return jsonText(text, { [sourceHeader]: "mirror", [ageHeader]: String(freshness.ageMs) });
}

/** The liquidation price at cross margin moves with every mark, and no push tells it. */
function positions(parts: ShortParts, request: LocalRequest): TextAnswer | Promise<TextAnswer> {
  const held = ({ state }: AccountMirror): readonly Position[] =>
    [...state.positions.values()]
      .flatMap(({ long, short }) => [long, short])
      .filter((position) => position !== undefined)
      .filter((position) => isOf(request, position.pair));
  const told = read(parts, request, { subject: "orders", find: (account) => ({ positions: held(account) }) });
  const { account } = parts.mirror;
  return whenThere(told, (answer) =>
    account !== undefined && holdsCross(account.state) && held(account).some(({ mode }) => mode === "cross")
      ? askPositions(parts, request)
      : answer,
  );
}

async function askPositions(parts: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  const found = await accountOf(parts).rest.call(usdt.getPositions, {});
  const wanted = found.filter(({ pair, quantity }) => isOf(request, pair) && Number(quantity) !== 0);
  return json({ positions: wanted }, { [sourceHeader]: "venue", [ageHeader]: "0" });
}

async function oneOrder(parts: ShortParts, request: LocalRequest): Promise<TextAnswer> {
  const { orderId = "" } = request.params;
  const { account } = parts.mirror;
  const known = account?.freshness.kind === "fresh" ? account.state.orders.get(orderId) : undefined;
  if (known !== undefined && (await parts.mirror.writes?.areIn("orders")) === true) {
    return json(account?.state.orders.get(known.orderId) ?? known, { [sourceHeader]: "mirror" });
  }
  const found = await accountOf(parts).rest.call(usdt.getOrder, { orderId });
  return json(found, { [sourceHeader]: "venue", [ageHeader]: "0" });
}
