import { gunzipSync, inflateSync } from "node:zlib";

/** A row of depth on the wire: quantity, then price. @spec field note 10 */
export type DepthRow = readonly [quantity: string, price: string];

/** Both sides of a full message or of a part of an update. */
export interface DepthSides {
  readonly asks?: readonly DepthRow[] | null;
  readonly bids?: readonly DepthRow[] | null;
}

/** A depth message of protocol A as it stands on the wire. @spec document 1, Events */
export interface DepthMessage {
  readonly topic: string;
  readonly t: number;
  readonly d: DepthSides & {
    readonly pair: string;
    readonly ut: number;
    readonly seq?: number;
    readonly add?: DepthSides | null;
    readonly del?: DepthSides | null;
  };
}

/** Reads a frame of protocol A; nothing where it is not about depth. */
export function readDepth(data: Buffer): DepthMessage | undefined {
  const marker = data[0];
  const body = data.subarray(1);
  const isPlain = marker === 0x30 || marker === 0;
  const text = isPlain ? body : body[0] === 0x1f ? gunzipSync(body) : inflateSync(body);
  const message = JSON.parse(text.toString()) as Partial<DepthMessage>;
  return message.topic?.endsWith("_depth") === true ? (message as DepthMessage) : undefined;
}

/** A message as a plain frame. */
export function plainFrame(message: object): string {
  return `0${JSON.stringify(message)}`;
}

/** Whether it is a full message. @spec field note 13 */
export function isSnapshot({ d }: DepthMessage): boolean {
  return d.add === undefined && d.del === undefined && ("asks" in d || "bids" in d);
}
