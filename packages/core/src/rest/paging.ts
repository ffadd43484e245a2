/** The part of a page that tells whether another follows. */
export interface CountedPage {
  readonly count: number;
  readonly items: readonly unknown[];
}

/**
 * Whether a page of deposits or withdrawals is followed by another: its `count` is then one more than its records.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export function hasNextWalletPage({ count, items }: CountedPage): boolean {
  return count > items.length;
}

/**
 * Whether a page of fills, orders or position changes may be followed by another: it may while pages are full. What `count`
 * counts there is not documented, so it is not asked.
 *
 * @param size records on a page, as it was asked for
 * @spec field note 32
 */
export function mayHaveNextPage({ items }: CountedPage, size: number): boolean {
  return items.length >= size;
}
