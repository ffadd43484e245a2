import type { UnknownOutcome } from "@depthwire/core";
import type { FoundOrder } from "../outcome/order-verdict.js";
import type { OrderProgress } from "./order-progress.js";

/** An order of this client's or of an earlier process of its. */
export interface SentOrder {
  readonly clientOrderId: string;
  /** What to look for; undefined before it was about to be sent, and once it is finished. */
  readonly intent: UnknownOutcome | undefined;
  readonly progress: OrderProgress;
  /** The venue's id, once that is known. */
  readonly orderId: string | undefined;
  /** Whether it was sent during the present halt: it closes a position, and that halt does not cancel it. */
  readonly isSentWhileHalted: boolean;
  /** Whether an earlier process sent it. */
  readonly isRecalled: boolean;
}

/** What is heard of an order. */
export interface HeardOrder {
  readonly orderId: string;
  readonly clientOrderId?: string | undefined;
  readonly status: FoundOrder["status"];
}

/** A sent order as the client keeps it. */
export type SentEntry = { -readonly [Name in keyof SentOrder]: SentOrder[Name] } & {
  /** The venue's ids of further orders with the same id of the caller's. */
  others?: string[];
  /** It was refused without a look: the id can be used again, unless the venue shows an order with it. */
  isFree?: true;
  /** One that was refused without a look and had the same id: while this one is not sent, that may show up. */
  freed?: SentEntry;
};
