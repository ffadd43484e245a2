/** Price levels of one side as scaled integers, best first. */
export interface TrueLevels {
  readonly prices: readonly number[];
  readonly quantities: readonly number[];
}

/** Where the truth stands: the sandbox's `ExchangeView` is one. */
export interface TrueExchange {
  market(pair: string): { readonly priceScale: number; readonly quantityScale: number } | undefined;
  /** The state that was published with this number; undefined when it is not held. */
  published(
    pair: string,
    seq: number,
  ): { readonly window: { readonly asks: TrueLevels; readonly bids: TrueLevels } } | undefined;
}

/** One side of a view. */
export interface WitnessedSide {
  readonly length: number;
  scaledPrice(index: number): number;
  scaledQuantity(index: number): number;
}

/** What a witness looks at: a `BookView` is one. */
export interface WitnessedView {
  readonly pair: string;
  readonly status: string;
  readonly reason: string | undefined;
  readonly epoch: number;
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly asks: WitnessedSide;
  readonly bids: WitnessedSide;
}

/** What hands views out: a `BookStream` is one. */
export interface WitnessedStream<View extends WitnessedView> extends AsyncIterable<View> {
  readonly latest: View;
}
