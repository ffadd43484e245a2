import { type CountedPage, hasNextWalletPage, mayHaveNextPage } from "@depthwire/core/internal";
import type { Operation, PassedOf, ResultOf } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import * as wallet from "@depthwire/schema/wallet";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";

/** An operation that answers with pages: it takes a page and a size. */
export interface PagedOperation extends Operation {
  readonly params: Operation["params"] & { readonly fields: { readonly page: unknown; readonly size: unknown } };
}

/** What the pages of an operation hold. */
export type ItemOf<Op> =
  ResultOf<Op> extends { readonly items: readonly (infer Item)[] }
    ? Item
    : ResultOf<Op> extends { readonly orders: readonly (infer Item)[] }
      ? Item
      : never;

/** Parameters of an operation without those that count pages. */
export type UnpagedParams<Op> = Omit<PassedOf<Op>, "page" | "size">;

/** A list that grows while it is walked may repeat a page once. */
const maxRepeatedPages = 3;

/** How a list is walked. */
export interface ListOptions extends CallOptions {
  /** Records on a page; default 50. */
  readonly pageSize?: number | undefined;
}

/** Which rule says whether another page follows; the two kinds of lists count differently. */
const walletLists: ReadonlySet<Operation> = new Set([wallet.listDeposits, wallet.listWithdrawals]);

/** One page of a list. */
export interface ListPage<Item> {
  /** The records, without those that came on the page before. */
  readonly items: readonly Item[];
  /** How many records there are, as the venue says it on this page. */
  readonly count: number;
}

/**
 * Every record of a list that the venue gives out page by page. The lists are newest first and grow while they are walked: a record that
 * slipped to the next page meanwhile comes once, one that is new since the first page does not come.
 *
 * @throws as a call
 * @spec document 2, Endpoints, Wallet and spot account; field notes 23 and 32
 */
export async function* listAll<Op extends PagedOperation>(
  venue: CallMaker,
  operation: Op,
  params: UnpagedParams<Op>,
  options: ListOptions = {},
): AsyncGenerator<ItemOf<Op>, void, undefined> {
  for await (const { items } of listPages(venue, operation, params, options)) {
    yield* items;
  }
}

/**
 * The pages of a list, as {@link listAll} walks it.
 *
 * @throws as a call
 */
export async function* listPages<Op extends PagedOperation>(
  venue: CallMaker,
  operation: Op,
  params: UnpagedParams<Op>,
  { pageSize = 50, ...options }: ListOptions = {},
): AsyncGenerator<ListPage<ItemOf<Op>>, void, undefined> {
  let before: ReadonlySet<string> = new Set();
  let repeated = 0;
  for (let page = 1; ; page++) {
    const answer = await venue.call<Operation>(operation, { ...params, page, size: pageSize } as never, options);
    const counted = countedPage(operation, answer);
    const items = counted.items as readonly ItemOf<Op>[];
    const ids = items.map(idOf);
    const fresh = items.filter((_, index) => !before.has(ids[index] as string));
    yield { items: fresh, count: counted.count };
    repeated = fresh.length === 0 ? repeated + 1 : 0;
    const follows = walletLists.has(operation) ? hasNextWalletPage(counted) : mayHaveNextPage(counted, pageSize);
    // A venue that promises a page and sends nothing has nothing behind it; one that repeats a page again and again looks at no page number.
    if (!follows || items.length === 0 || repeated === maxRepeatedPages) {
      return;
    }
    before = new Set(ids);
  }
}

function countedPage(operation: Operation, answer: unknown): CountedPage {
  if (operation === usdt.getOpenOrders) {
    const { total, orders } = answer as ResultOf<typeof usdt.getOpenOrders>;
    return { count: total, items: orders };
  }
  return answer as CountedPage;
}

const idNames = ["fillId", "positionChangeId", "depositId", "withdrawalId", "orderId"] as const;

function idOf(item: unknown): string {
  const values: Readonly<Record<string, unknown>> = { ...(item as object) };
  const name = idNames.find((candidate) => values[candidate] !== undefined);
  return name === undefined ? JSON.stringify(item) : String(values[name]);
}
