import { inflateSync } from "node:zlib";

const compressedMarker = 0x31;

/** The JSON text of a frame, as an SDK on Node reads it: unchecked but for what zlib checks itself. */
export function textOfFrame(frame: Uint8Array): string {
  const body = frame.subarray(1);
  return frame[0] === compressedMarker
    ? inflateSync(body).toString("utf8")
    : Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8");
}

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
