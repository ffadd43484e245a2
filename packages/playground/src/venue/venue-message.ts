/** What the page's fault switches do to what the venue sends next. */
export type FaultSwitch = "drop" | "damage" | "hold" | "cut";

/** How to reach a venue, and what its demo account signs with. It opens nothing but this venue. */
export interface VenueFacts {
  readonly pair: string;
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly serviceName: string;
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
  readonly priceScale: number;
  readonly quantityScale: number;
}

/** What the page says to the venue's worker. */
export type ToVenueWorker =
  | { readonly kind: "start"; readonly seed: number; readonly pair: string; readonly line: MessagePort }
  | { readonly kind: "fault"; readonly fault: FaultSwitch }
  | { readonly kind: "line-delay"; readonly ms: number };

/** What the venue's worker says to the page. */
export type FromVenueWorker =
  | { readonly kind: "started"; readonly facts: VenueFacts }
  /** The best levels that the exchange published under this number, as text. */
  | { readonly kind: "truth"; readonly seq: number; readonly best: string };
