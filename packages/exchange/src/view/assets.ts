/**
 * What a user has of a coin in the contract account, under the names of the schema's `contract-asset` record.
 * Every figure is a sum of accounts.
 *
 * @spec document 1, Resources, Contract asset
 */
export interface AssetsView {
  readonly coin: string;
  readonly available: string;
  readonly fixedFrozen: string;
  readonly crossFrozen: string;
  readonly fixedMargin: string;
  readonly crossMargin: string;
}
