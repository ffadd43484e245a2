/** An order that the venue took. */
export interface TakenOrder {
  readonly orderId: string;
  readonly clientOrderId: string | undefined;
  readonly status: string;
}

/** What became of an order that an earlier process was about to send, or sent. */
export type EarlierOrder =
  /** It is at the venue. */
  | { readonly kind: "placed"; readonly order: TakenOrder }
  /** It is not there, and its request can no longer arrive. */
  | { readonly kind: "not-placed" }
  /** It was not sent, or refused: its id is as good as new. */
  | { readonly kind: "not-sent" }
  /** Nobody can tell. */
  | { readonly kind: "unknown" };
