/** `[quantity, price]`. */
export type JsonRow = [quantity: string, price: string];

/** Both sides of one list. */
export interface JsonSides {
  asks?: JsonRow[] | null;
  bids?: JsonRow[] | null;
}

/** A depth message as `JSON.parse` gives it: peers trust it, as such code does. */
export interface JsonDepthMessage {
  readonly topic: string;
  readonly t: number;
  readonly d: JsonSides & {
    readonly pair: string;
    readonly ut: number;
    readonly seq: number;
    readonly add?: JsonSides | null;
    readonly del?: JsonSides | null;
  };
}
