/** One order that was asked for, under a key of its own. */
export interface AskedOrder {
  readonly key: string;
  /** JSON; its price tells it from all others at the venue. */
  readonly body: string;
  readonly price: string;
  /** What its client was told in the end. */
  end:
    | { readonly kind: "placed"; readonly orderId: string }
    | { readonly kind: "refused" | "unknown"; readonly text: string }
    | undefined;
}

/** One event as a reader heard it. */
export interface HeardEvent {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

/** What client and reader of one directory noted. */
export class Notes {
  readonly orders: AskedOrder[] = [];
  /** By id: what comes again must be the same. */
  readonly events: Map<string, HeardEvent> = new Map();
  /** What was wrong as soon as it was heard. */
  readonly wrongAnswers: string[] = [];
  readonly lostEvents: string[] = [];
  /** Answers to requests that were asked again. */
  repeated = 0;
}
