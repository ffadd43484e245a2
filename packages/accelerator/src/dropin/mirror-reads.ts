import type { AccountOrder } from "@depthwire/account";
import type { BookView } from "@depthwire/book";
import {
  type ContractAsset,
  type Depth,
  type Operation,
  type Order,
  type ParamsOf,
  type ResultOf,
  spot,
  usdt,
} from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import type { AccountMirror, Freshness } from "../mirror/account-mirror.js";
import type { FollowedBooks } from "../mirror/followed-books.js";
import { familyOf, type KnownPairs } from "../mirror/known-pairs.js";
import { isOpen, type OwnWrites, type Subject } from "../mirror/own-writes.js";
import type { ResultMemo } from "../mirror/result-memo.js";
import { newestFirst } from "./newest-first.js";

/** What the mirror keeps. The account's parts are undefined where there is no key. */
export interface Mirror {
  readonly books: FollowedBooks;
  /** Pairs that the venue lists. */
  readonly known: KnownPairs;
  readonly account: AccountMirror | undefined;
  readonly writes: OwnWrites | undefined;
  readonly memo: ResultMemo;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
}

/** What the mirror says to a read. */
export type MirrorAnswer<Result = unknown> =
  | { readonly kind: "found"; readonly result: Result; readonly ageMs: number }
  /** It has the answer, and does not know whether it still holds. */
  | {
      readonly kind: "stale";
      readonly result: Result;
      readonly ageMs: number;
      readonly sinceMs: number;
      readonly reason: string;
    }
  /** It cannot tell: the venue can. */
  | { readonly kind: "absent" };

/** Answers one operation. */
export type MirrorRead = (params: unknown, mirror: Mirror) => MirrorAnswer | Promise<MirrorAnswer>;

const absent: MirrorAnswer<never> = { kind: "absent" };

/** The reads that the mirror can answer with all that the venue's answer has, by operation. */
export const mirrorReads: ReadonlyMap<string, MirrorRead> = new Map<string, MirrorRead>([
  read("usdt.getDepth", usdt.getDepth, ({ pair, size }, mirror) => depth(mirror, pair, size)),
  read("spot.getDepth", spot.getDepth, ({ pair, size }, mirror) => depth(mirror, pair, size)),
  ofAccount("usdt.getAssets", usdt.getAssets, "assets", ({ coin }, { state }) => assetsOf(state, coin)),
  ofAccount("usdt.getOpenOrders", usdt.getOpenOrders, "orders", openOrders),
  ofAccount("usdt.getOrder", usdt.getOrder, "orders", ({ orderId }, { state }) => whole(state.orders.get(orderId))),
  ofAccount("usdt.getOrders", usdt.getOrders, "orders", ({ orderIds }, { state }) =>
    allWhole(orderIds.map((orderId) => state.orders.get(orderId))),
  ),
  ofAccount("usdt.getPlanOrders", usdt.getPlanOrders, "plan-orders", ({ pair }, { state }) =>
    [...state.planOrders.values()].filter((plan) => (pair ?? plan.pair) === plan.pair).sort(newestFirst),
  ),
]);

function read<Op extends Operation>(
  name: string,
  _: Op,
  answer: (params: ParamsOf<Op>, mirror: Mirror) => MirrorAnswer<ResultOf<Op>> | Promise<MirrorAnswer<ResultOf<Op>>>,
): [string, MirrorRead] {
  return [name, (params, mirror) => answer(params as ParamsOf<Op>, mirror)];
}

/** @param find the result, or undefined where the mirror lacks a part of it */
function ofAccount<Op extends Operation>(
  name: string,
  operation: Op,
  subject: Subject,
  find: (params: ParamsOf<Op>, account: AccountMirror) => ResultOf<Op> | undefined,
): [string, MirrorRead] {
  return read(name, operation, (params, mirror) => {
    const { account, writes, memo } = mirror;
    if (account === undefined || writes === undefined || account.passesOver()) {
      return absent;
    }
    const found = (): MirrorAnswer<ResultOf<Op>> => {
      // Equal requests are decoded once: their parameters are one object.
      const result = memo.answerTo(account.state, name, params as object, () => find(params, account));
      return result === undefined ? absent : labelled(result, account.freshness);
    };
    const { pair } = params as { readonly pair?: string };
    if (isListedHere(mirror, pair) && account.isKnown && writes.haveComeIn(subject)) {
      return found();
    }
    return whenInStep(mirror, { pair, subject }).then((isInStep) => (isInStep ? found() : absent));
  });
}

/** Waits for what a read of the account needs. @returns whether the mirror may answer it */
async function whenInStep(
  mirror: Mirror,
  { pair, subject }: { readonly pair: string | undefined; readonly subject: Subject },
): Promise<boolean> {
  const { account, writes } = mirror;
  if (!(await mayList(mirror, pair))) {
    return false;
  }
  await account?.known();
  return (await writes?.areIn(subject)) === true;
}

/** Whether it is known here and now that the venue lists this pair; a read of no pair reads all. */
export function isListedHere({ books, known, account }: Mirror, pair: string | undefined): boolean {
  if (pair === undefined) {
    return true;
  }
  if (familyOf(pair) !== "usdt") {
    return false;
  }
  return books.view(pair) !== undefined || known.isListed(pair) || (account !== undefined && waitsIn(account, pair));
}

function waitsIn({ state }: AccountMirror, pair: string): boolean {
  return [...state.orders.values(), ...state.planOrders.values()].some((order) => order.pair === pair);
}

/**
 * Whether the mirror may say that nothing waits in this pair: of a name that the venue does not list it would pass a slip of the pen off as an
 * empty list, which the venue refuses.
 */
export async function mayList(mirror: Mirror, pair: string | undefined): Promise<boolean> {
  if (pair === undefined || isListedHere(mirror, pair)) {
    return true;
  }
  return familyOf(pair) === "usdt" && (await mirror.known.look(pair)) === "listed";
}

function labelled<Result>(result: Result, freshness: Freshness): MirrorAnswer<Result> {
  switch (freshness.kind) {
    case "fresh":
      return { kind: "found", result, ageMs: freshness.ageMs };
    case "stale":
      return { ...freshness, result };
    case "unknown":
      return absent;
  }
}

function depth({ books, memo, nowMs }: Mirror, pair: string, size: number | undefined): MirrorAnswer<Depth> {
  const view = books.view(pair);
  if (view === undefined) {
    return absent;
  }
  const { status, receivedAtMs } = view;
  const levels = size ?? limits.depthQueryLevels.assumed;
  const result = memo.of(view, String(levels), () => depthOf(view, levels));
  const ageMs = Math.max(0, nowMs() - receivedAtMs);
  return status === "live"
    ? { kind: "found", result, ageMs }
    : { kind: "stale", result, ageMs, sinceMs: receivedAtMs, reason: view.reason ?? status };
}

function depthOf({ pair, updatedAtMs, asks, bids }: BookView, levels: number): Depth {
  return { pair, updatedAtMs, asks: asks.levels(levels), bids: bids.levels(levels) };
}

/** A position at cross margin moves what is available with every mark, and no push tells it. */
function assetsOf(
  { assets, positions }: AccountMirror["state"],
  coin: string | undefined,
): readonly ContractAsset[] | undefined {
  const held = [...positions.values()].flatMap(({ long, short }) => [long, short]);
  return held.some((position) => position?.mode === "cross")
    ? undefined
    : [...assets.values()].filter((asset) => (coin ?? asset.coin) === asset.coin);
}

/** Without a side: of all sides. @spec field note 23 */
function openOrders(
  { pair, side, page = 1, size }: Partial<ParamsOf<typeof usdt.getOpenOrders>>,
  { state }: AccountMirror,
): ResultOf<typeof usdt.getOpenOrders> | undefined {
  const wanted = [...state.orders.values()]
    .filter(
      (order) => isOpen(order.status) && (pair ?? order.pair) === order.pair && (side ?? order.side) === order.side,
    )
    .sort(newestFirst);
  const orders = allWhole(wanted);
  const each = size ?? Math.max(1, wanted.length);
  return orders && { page, total: orders.length, orders: orders.slice((page - 1) * each, page * each) };
}

/** The order, if the mirror has all of its fields. */
function whole(order: AccountOrder | undefined): Order | undefined {
  return order?.source === undefined ? undefined : { ...order, source: order.source };
}

function allWhole(orders: readonly (AccountOrder | undefined)[]): readonly Order[] | undefined {
  const found = orders.map(whole).filter((order) => order !== undefined);
  return found.length === orders.length ? found : undefined;
}
