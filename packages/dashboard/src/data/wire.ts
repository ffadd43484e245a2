/** One level of a book. Money is text. */
export interface Level {
  readonly price: string;
  readonly quantity: string;
}

/** A book's best levels, best first. */
export interface Book {
  readonly pair: string;
  readonly status: "syncing" | "live" | "gapped" | "stale" | "crossed";
  readonly reason?: string;
  readonly epoch: number;
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly receivedAtMs: number;
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

/** 24-hour figures of a pair. Its prices are undefined before the first message. */
export interface Ticker {
  readonly pair: string;
  readonly status: string;
  readonly receivedAtMs: number;
  readonly lastPrice?: string;
  readonly percentChange?: string;
  readonly highPrice?: string;
  readonly lowPrice?: string;
  readonly volume?: string;
}

/** A public trade. */
export interface Trade {
  readonly price: string;
  readonly quantity: string;
  readonly side: string;
  readonly tradedAtMs: number;
}

/** Trades since the line was told last, oldest first. */
export interface Trades {
  readonly pair: string;
  readonly status: string;
  readonly missed: number;
  readonly trades: readonly Trade[];
}

/** An order of the account. */
export interface Order {
  readonly orderId: string;
  readonly clientOrderId?: string;
  readonly pair: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly dealPrice: string;
  readonly dealQuantity: string;
  readonly fee: string;
  readonly status: string;
  readonly createdAtMs: number;
  readonly attachedOrderType?: string;
  readonly takeProfitTriggerPrice?: string;
  readonly stopLossTriggerPrice?: string;
}

/** A position of the account. */
export interface Position {
  readonly pair: string;
  readonly side: "long" | "short";
  readonly mode: string;
  readonly leverage: string;
  readonly quantity: string;
  readonly closableQuantity: string;
  readonly openPrice: string;
  readonly margin: string;
  readonly liquidationPrice: string;
  readonly alertPrice: string;
}

/** An order that waits for a trigger. */
export interface PlanOrder {
  readonly orderId: string;
  readonly pair: string;
  readonly side: string;
  readonly plan: string;
  readonly type: string;
  readonly price: string;
  readonly triggerPrice: string;
  readonly quantity: string;
  readonly status: string;
}

/** What the account has of a coin. */
export interface Asset {
  readonly coin: string;
  readonly available: string;
  readonly fixedFrozen: string;
  readonly crossFrozen: string;
  readonly fixedMargin: string;
  readonly crossMargin: string;
}

/** A trade of the account. */
export interface Fill {
  readonly fillId: string;
  readonly orderId: string;
  readonly pair: string;
  readonly side: string;
  readonly dealPrice: string;
  readonly dealQuantity: string;
  readonly fee: string;
  readonly liquidity: string;
  readonly createdAtMs: number;
}

/** How far what is known of the account can be relied upon. */
export interface Freshness {
  readonly kind: "fresh" | "stale" | "unknown";
  readonly ageMs?: number;
  readonly sinceMs?: number;
  readonly reason?: string;
}

/** The account whole. */
export interface AccountView {
  readonly freshness: Freshness;
  readonly assets: readonly Asset[];
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly finished: readonly Order[];
  readonly planOrders: readonly PlanOrder[];
}

/** A book's state without its levels. */
export interface BookStanding {
  readonly pair: string;
  readonly status: Book["status"];
  readonly reason?: string;
  readonly receivedAtMs: number;
  readonly updatedAtMs: number;
}

/** A halt while it lasts. */
export interface Halt {
  readonly reason: string;
  readonly sinceMs: number;
  readonly scope: string;
  readonly isReached: boolean;
}

/** How everything is. */
export interface Status {
  readonly atMs: number;
  readonly access: string;
  readonly hasKey: boolean;
  /** Set where a recording is played: what is shown is not now. */
  readonly replay?: { readonly phase: string; readonly atMs: number; readonly speed: number };
  readonly account?: Freshness;
  readonly halt?: Halt;
  readonly notReady: readonly { readonly what: string; readonly reason: string; readonly sinceMs: number }[];
  readonly unknownOutcomes: readonly string[];
  readonly books: readonly BookStanding[];
  readonly throttle: {
    readonly queued: Readonly<Record<string, number>>;
    readonly onTheirWay: number;
    readonly granted: number;
    readonly waited: number;
    readonly coolDowns: number;
    readonly free: number;
  };
  readonly statistics: {
    readonly frames: number;
    readonly gaps: number;
    readonly resyncs: number;
    readonly reconnects: number;
  };
}

/** One message of the line. */
export interface Message {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Something that happened, as the log shows it. */
export interface Happening {
  readonly id: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When the page heard of it, epoch milliseconds. */
  readonly heardAtMs: number;
}
