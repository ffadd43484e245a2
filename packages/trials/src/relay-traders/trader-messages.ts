/** Points on the way of an order, and around it, at which a trader stops itself. */
export const steps = [
  /** The trader looked at the lease; nothing else has happened. */
  "asked",
  /** The call looked at the lease, and waits for its turn. */
  "admitted",
  /** The venue's time is read. */
  "time-read",
  /** The lease was looked at again; the request is about to be signed. */
  "lease-seen",
  /** The request is signed and kept; no byte of it has left. */
  "signed",
  /** It is in the hands of the transport. */
  "sending",
  /** It is somewhere between the two, or its answer is. */
  "under-way",
  /** The answer came, and nobody was told. */
  "answered",
  "between-orders",
] as const;

/** One of {@link steps}. */
export type Step = (typeof steps)[number];

/** What a trader's process is started with. */
export interface TraderOrders {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly pair: string;
  /** Where its store of intents lies. Its next life has the same. */
  readonly directory: string;
  readonly lease: string;
  readonly leaseMs: number;
  readonly toleranceMs: number;
  readonly clockMarginMs: number;
  /** `asked-early`: the lease is looked at only when a call begins, which must show. */
  readonly fence: Fence;
}

/** Whether the lease is looked at between the venue's time and the signature, or only when a call begins. */
export type Fence = "kept" | "asked-early";

/** A call to the store of leases, which the parent keeps. */
export interface StoreCall {
  readonly kind: "store";
  readonly id: number;
  readonly key: string;
  /** Undefined reads. */
  readonly write: { readonly expected: number; readonly text: string } | undefined;
}

/** What the parent says. */
export type ToTrader =
  | { readonly kind: "stored"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "stop-at"; readonly step: Step | "taking-over"; readonly end: "stop" | "kill" }
  /** Ends trading, and finds out what is not known yet. */
  | { readonly kind: "finish" };

/** One line of a trader's notes. The parent has it before the trader goes on, so that it outlives any kill. */
export type TraderNote =
  | { readonly note: "holding"; readonly term: number; readonly atMs: number }
  | { readonly note: "stopped"; readonly step: Step | "taking-over"; readonly end: "stop" | "kill" }
  /** An order was signed in this term and is about to be sent. */
  | { readonly note: "order"; readonly clientOrderId: string; readonly term: number }
  | { readonly note: "placed" | "not-placed" | "unknown"; readonly clientOrderId: string }
  /** The venue refused an order since it came too late. */
  | { readonly note: "too-late"; readonly clientOrderId: string }
  | { readonly note: "done" }
  | { readonly note: "failed"; readonly what: string };
