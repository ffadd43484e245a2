import { VenueError } from "@depthwire/core";
import type { ClientOrderId } from "@depthwire/schema";
import { clientOrderIdAsInteger, list, orderIdAsInteger, record, required } from "@depthwire/schema/internal";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import { isInteger } from "../client/client-order-ids.js";
import { collectList } from "../lists/collect-list.js";
import { idsPerCall } from "../lists/in-batches.js";
import { listPages } from "../lists/list-all.js";
import { hasClientOrderId, type Match, match } from "./match-order.js";
import type { FoundOrder, OrderToFind } from "./order-verdict.js";

/** How thoroughly is looked. */
export type SearchDepth = "by-id" | "everywhere";

/** Where is looked. */
export interface SearchParts {
  readonly venue: CallMaker;
  readonly options: CallOptions;
  /** An order that a push showed, by the caller's id. */
  readonly pushed: (clientOrderId: string) => FoundOrder | undefined;
  /** The caller's id of an order whose answer told the venue's. */
  readonly knownId: (orderId: string) => string | undefined;
  /** Whether the runtime may have sent an order twice: then one that was found is looked for all the same. */
  readonly mayRepeat: boolean;
}

/** What was found of each. Those of which nothing was found are absent. */
export interface FoundOrders {
  /** Records that match. Ids alone do not tell orders apart: nobody promises that they are unique. */
  readonly same: ReadonlyMap<OrderToFind, readonly FoundOrder[]>;
  /** Records without an id that are like the order. */
  readonly lookAlikes: ReadonlyMap<OrderToFind, readonly FoundOrder[]>;
  /** Orders that were looked for in a list that had fewer records than the venue said: they may be among those that did not come. */
  readonly partly: ReadonlySet<OrderToFind>;
}

/** The query by ids, with the caller's ids as bare integers: which of the two the venue understands is not documented. */
const byIntegerIds: typeof usdt.getHistoricalOrders = {
  ...usdt.getHistoricalOrders,
  params: /* @__PURE__ */ record(
    usdt.getHistoricalOrders.params.name,
    {
      orderIds: required("orderIds", list(orderIdAsInteger)),
      clientOrderIds: required("clientOids", list(clientOrderIdAsInteger)),
    },
    { spec: usdt.getHistoricalOrders.params.spec },
  ),
};

/**
 * Looks for orders: in pushes, by the caller's ids, and where that finds nothing in the lists of open and of past orders.
 *
 * @throws as a call; what was not found yet is then not known to be absent
 */
export async function findOrders(
  parts: SearchParts,
  orders: readonly OrderToFind[],
  depth: SearchDepth,
): Promise<FoundOrders> {
  const search = new Search(parts, orders);
  search.take(orders.flatMap(({ clientOrderId }) => parts.pushed(clientOrderId) ?? []));
  const { getOrdersByClientOrderId, getHistoricalOrders } = usdt;
  const ways: readonly Ask[] = [
    (ids) => parts.venue.call(getOrdersByClientOrderId, { clientOrderIds: ids }, parts.options),
    (ids) => parts.venue.call(getHistoricalOrders, { orderIds: [], clientOrderIds: ids }, parts.options),
  ];
  for (const ask of ways) {
    await search.byIds(ask);
  }
  if (search.isMissingAny) {
    const asIntegers: Ask = (ids) =>
      parts.venue.call(byIntegerIds, { orderIds: [], clientOrderIds: ids }, parts.options);
    await search.byIds(asIntegers, isInteger);
  }
  if (depth === "everywhere") {
    await search.inLists();
  }
  return search;
}

/** Asks for orders by the caller's ids. */
type Ask = (ids: readonly ClientOrderId[]) => Promise<readonly FoundOrder[]>;

class Search implements FoundOrders {
  readonly same = new Map<OrderToFind, readonly FoundOrder[]>();
  readonly lookAlikes = new Map<OrderToFind, readonly FoundOrder[]>();
  readonly partly = new Set<OrderToFind>();
  readonly #parts: SearchParts;
  readonly #orders: readonly OrderToFind[];

  constructor(parts: SearchParts, orders: readonly OrderToFind[]) {
    this.#parts = parts;
    this.#orders = orders;
  }

  get isMissingAny(): boolean {
    return this.#missing().length > 0;
  }

  /** Keeps those that match, and those that may. */
  take(found: readonly FoundOrder[], orders: readonly OrderToFind[] = this.#missing()): void {
    const records = found.map((one) => this.#withKnownId(one));
    for (const order of orders) {
      add(this.same, order, records, "same");
      add(this.lookAlikes, order, records, "look-alike");
    }
  }

  /** @param takes which ids can be asked for in this way: one that cannot must not hold up the others */
  async byIds(ask: Ask, takes: (id: string) => boolean = () => true): Promise<void> {
    const wanted = this.#parts.mayRepeat ? this.#orders : this.#missing();
    const ids = [...new Set(wanted.map(({ clientOrderId }) => clientOrderId as ClientOrderId))].filter(takes);
    for (let start = 0; start < ids.length; start += idsPerCall) {
      this.take(await unlessUnknown(ask(ids.slice(start, start + idsPerCall))), wanted);
    }
  }

  /** Each list is walked once for all orders of its pair and side. */
  async inLists(): Promise<void> {
    const { venue, options } = this.#parts;
    for (const orders of groups(this.#missing())) {
      const [{ pair, side }] = orders;
      const of = { ...(pair === undefined ? {} : { pair }), side: side as "open-long" };
      const open = await collectList(listPages(venue, usdt.getOpenOrders, of, options));
      this.take(open.items);
      const earliestMs = Math.min(...orders.map(({ signedAtMs }) => signedAtMs)) - newerByMs;
      const isRecent = ({ createdAtMs }: FoundOrder): boolean => createdAtMs >= earliestMs;
      const past = await collectList(listPages(venue, usdt.listOrderHistory, of, options), isRecent);
      this.take(past.items);
      if (!open.isWhole || !past.isWhole) {
        for (const order of orders) {
          this.partly.add(order);
        }
      }
    }
  }

  /** Adds the id where this client knows it and the record lacks it: another order of this client's is not a look-alike. */
  #withKnownId(found: FoundOrder): FoundOrder {
    const known = this.#parts.knownId(found.orderId);
    return known === undefined || hasClientOrderId(found) ? found : { ...found, clientOrderId: known as ClientOrderId };
  }

  #missing(): readonly OrderToFind[] {
    return this.#orders.filter((order) => !this.same.has(order));
  }
}

/** The history is ordered by an unnamed time: some records beyond are looked at too. Milliseconds. */
const newerByMs = 300_000;

type Group = readonly [OrderToFind, ...OrderToFind[]];

function groups(orders: readonly OrderToFind[]): readonly Group[] {
  const byList = new Map<string, [OrderToFind, ...OrderToFind[]]>();
  for (const order of orders) {
    const key = `${order.pair} ${order.side}`;
    const group = byList.get(key);
    if (group === undefined) {
      byList.set(key, [order]);
    } else {
      group.push(order);
    }
  }
  return [...byList.values()];
}

function add(
  to: Map<OrderToFind, readonly FoundOrder[]>,
  order: OrderToFind,
  records: readonly FoundOrder[],
  wanted: Match,
): void {
  const matching = records.filter((found) => match(order, found) === wanted);
  if (matching.length > 0) {
    to.set(order, unique([...(to.get(order) ?? []), ...matching]));
  }
}

function unique(orders: readonly FoundOrder[]): FoundOrder[] {
  return [...new Map(orders.map((order) => [order.orderId, order])).values()];
}

/** "Unknown order" and a refused form of the ids say that nothing is found this way. @spec document 1, Errors */
const nothingFound: ReadonlySet<number> = new Set([2040, 3000, 3002]);

async function unlessUnknown(asked: Promise<readonly FoundOrder[]>): Promise<readonly FoundOrder[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof VenueError && nothingFound.has(error.venueCode)) {
      return [];
    }
    throw error;
  }
}
