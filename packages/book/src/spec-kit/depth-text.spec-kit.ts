/** `[quantity, price]`, as on the wire. */
export type WireRow = readonly [quantity: string, price: string];

/** A depth message as a spec writes it. */
export interface DepthText {
  readonly pair?: string;
  readonly seq?: number;
  readonly ut?: number;
  readonly asks?: readonly WireRow[] | null;
  readonly bids?: readonly WireRow[] | null;
  readonly add?: { readonly asks?: readonly WireRow[] | null; readonly bids?: readonly WireRow[] | null };
  readonly del?: { readonly asks?: readonly WireRow[] | null; readonly bids?: readonly WireRow[] | null };
  readonly mod?: { readonly asks?: readonly WireRow[] | null; readonly bids?: readonly WireRow[] | null };
}

/** The pair of {@link depthText} where none is named. */
export const specPair = "4BTC_USDT";

/** JSON text of a depth message of protocol A. */
export function depthText({ pair = specPair, ...payload }: DepthText): string {
  const isSnapshot = payload.asks !== undefined || payload.bids !== undefined;
  return JSON.stringify({ topic: `${pair}_depth`, t: isSnapshot ? 0 : 1, d: { pair, ...payload } });
}

/** A snapshot with one level a side. */
export function snapshotText(seq: number, changes: DepthText = {}): string {
  return depthText({ ut: 1_000 + seq, seq, asks: [["1", "101.5"]], bids: [["2", "99.5"]], ...changes });
}

/** An update that sets one ask. */
export function updateText(seq: number, changes: DepthText = {}): string {
  const add = { asks: [[String(seq), "102.5"]] as const, bids: null };
  return depthText({ ut: 1_000 + seq, seq, add, del: { asks: null, bids: null }, ...changes });
}
