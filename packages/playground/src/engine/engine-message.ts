import type { BookStatus } from "@depthwire/book";
import type { LevelText } from "../venue/best-levels.js";
import type { VenueFacts } from "../venue/venue-message.js";

/** One state of the book as the page shows it. */
export interface ShownBook {
  readonly status: BookStatus;
  /** Why it is not live, as a sentence; empty while it is. */
  readonly reason: string;
  readonly epoch: number;
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly asks: readonly LevelText[];
  readonly bids: readonly LevelText[];
}

/** A public trade. */
export interface ShownDeal {
  readonly price: string;
  readonly quantity: string;
  readonly side: string;
  readonly tradedAtMs: number;
}

/** What an order does to its owner's position. */
export type TicketSide = "open-long" | "open-short" | "close-long" | "close-short";

/** An order as the ticket sends it. */
export interface TicketOrder {
  readonly side: TicketSide;
  readonly type: "limit" | "market";
  readonly quantity: string;
  /** Means nothing at the market. */
  readonly price: string;
}

/** An order of the account that waits. */
export interface ShownOrder {
  readonly orderId: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly dealQuantity: string;
}

/** A position of the account. */
export interface ShownPosition {
  readonly side: string;
  readonly quantity: string;
  readonly openPrice: string;
}

/** The account as the engine's mirror has it. */
export interface ShownAccount {
  /** Whether it is known, and nothing of it is missing. */
  readonly isWhole: boolean;
  readonly available: string;
  readonly orders: readonly ShownOrder[];
  readonly positions: readonly ShownPosition[];
}

/** What the page says to the engine's worker. */
export type ToEngineWorker =
  | { readonly kind: "start"; readonly facts: VenueFacts; readonly line: MessagePort }
  | { readonly kind: "place"; readonly order: TicketOrder }
  | { readonly kind: "cancel"; readonly orderId: string };

/** Something in words. */
export interface Told {
  readonly kind: "told";
  readonly about: "order" | "account" | "line";
  readonly tone: "good" | "bad" | "plain";
  readonly words: string;
}

/** What the engine's worker says to the page. */
export type FromEngineWorker =
  | { readonly kind: "book"; readonly book: ShownBook }
  | { readonly kind: "deals"; readonly deals: readonly ShownDeal[] }
  | { readonly kind: "account"; readonly account: ShownAccount }
  /** Something that the account heard, or what became of an order that was sent; in words. */
  | Told;
