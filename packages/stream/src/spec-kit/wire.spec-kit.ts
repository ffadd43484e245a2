import { deflateSync, gzipSync } from "node:zlib";
import { type DepthText, depthText, specPair, type WireRow } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { PushProtocol } from "../protocol/dialect.js";
import { compressedFrame } from "./fake-network.spec-kit.js";

/** How the spec's venue writes its messages in one protocol. */
export interface SpecWire {
  readonly protocol: PushProtocol;
  /** A channel, such as `4BTC_USDT_depth`, as this protocol writes it. */
  channel(inProtocolA: string): string;
  /** The bytes of a depth message. */
  depth(content: DepthText): Uint8Array;
  /** The bytes of a message of any channel with the protocol's own payload. */
  data(channel: string, kind: 0 | 1, payload: unknown): Uint8Array;
  /** A message of depth whose body is damaged beyond reading. */
  damaged(): Uint8Array;
  /** The answer to a login. */
  loginAcknowledged(): Uint8Array;
  /** A control message, such as an error. */
  control(value: object): Uint8Array;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Protocol A's wire. */
export const prefixWire: SpecWire = {
  protocol: "prefix",
  channel: (inProtocolA) => inProtocolA,
  depth: (content) => compressedFrame(depthText(content)),
  data: (channel, t, d) => encode(`0${JSON.stringify({ topic: channel, t, d })}`),
  damaged: () => encode("1garbage"),
  loginAcknowledged: () => encode('0{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}'),
  control: (value) => encode(JSON.stringify(value)),
};

/** Where the payload of a depth message stands in an envelope of protocol B. */
export type Packing = "plain" | "zlib" | "gzip";

/** Protocol B's wire, with its depth messages packed one way. */
export function channelWire(packing: Packing = "plain"): SpecWire {
  const pack = (payload: unknown): unknown => {
    const text = JSON.stringify(payload);
    return packing === "plain"
      ? payload
      : Buffer.from(packing === "zlib" ? deflateSync(text) : gzipSync(text)).toString("base64");
  };
  const channelOf = (inProtocolA: string): string => `svc_sub_spot_${inProtocolA}`;
  const envelope = (channel: string, data_type: number, data: unknown): Uint8Array =>
    encode(JSON.stringify([{ channel: channelOf(channel), binary: 0, data_type, data }]));
  return {
    protocol: "channel",
    channel: channelOf,
    depth: ({ pair = specPair, ...content }) => {
      const isSnapshot = content.asks !== undefined || content.bids !== undefined;
      return envelope(`${pair}_depth`, isSnapshot ? 0 : 1, pack({ pair, ...levelObjects(content) }));
    },
    data: envelope,
    damaged: () => encode('[{"channel":'),
    loginAcknowledged: () => envelope("ALL_ALL_login", 0, { result: "subscribe success" }),
    control: (value) => encode(JSON.stringify(value)),
  };
}

/** Both protocols, and protocol B's two packings: for `describe.each`. */
export const specWires: readonly (readonly [what: string, wire: SpecWire])[] = [
  ["protocol A", prefixWire],
  ["protocol B", channelWire("plain")],
  ["protocol B, zlib", channelWire("zlib")],
  ["protocol B, gzip", channelWire("gzip")],
];

const rowObjects = (rows: readonly WireRow[] | null | undefined) =>
  rows?.map(([volume, price]) => ({ volume, price })) ?? rows;

const sideObjects = (sides: DepthText["add"]) =>
  sides && { asks: rowObjects(sides.asks), bids: rowObjects(sides.bids) };

/** Protocol A's payload in protocol B's words. */
function levelObjects({ ut, asks, bids, add, del, mod, ...others }: DepthText) {
  return {
    update_time: ut,
    ...others,
    asks: rowObjects(asks),
    bids: rowObjects(bids),
    add: sideObjects(add),
    del: sideObjects(del),
    mod: sideObjects(mod),
  };
}
