import { deflateSync, gzipSync } from "node:zlib";
import type { MarketMessage, Row, Sides } from "./market.js";

/** One way to write a message's bytes. */
export type WriteMessage = (pair: string, message: MarketMessage) => Uint8Array;

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const join = (marker: number, body: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.of(marker), body]);

/** Protocol A's frames, in every form that deployments send. `@spec document 1, Events, Protocol A; field notes 2, 3 and 4` */
export const prefixForms: readonly ((text: string) => Uint8Array)[] = [
  (text) => bytes(`0${text}`),
  (text) => join(0x00, bytes(text)),
  (text) => bytes(`0${text}\n`),
  (text) => join(0x31, deflateSync(text)),
  (text) => join(0x01, deflateSync(text, { level: 9 })),
  (text) => join(0x31, gzipSync(text)),
  (text) => join(0x31, deflateSync(text, { level: 0 })),
  (text) => join(0x31, gzipSync(text, { level: 1 })),
];

/** Protocol B's payloads, in every form. `@spec document 1, Events, Protocol B; field note 19` */
const payloadForms: readonly ((payload: object) => unknown)[] = [
  (payload) => payload,
  (payload) => deflateSync(JSON.stringify(payload)).toString("base64"),
  (payload) => gzipSync(JSON.stringify(payload)).toString("base64"),
];

/** Writes each message of protocol A in the next form. */
export function prefixWriter(): WriteMessage {
  let count = 0;
  return (pair, message) => {
    const form = prefixForms[count++ % prefixForms.length] as (text: string) => Uint8Array;
    return form(prefixText(pair, message));
  };
}

/** The JSON text of a message of protocol A. */
export function prefixText(pair: string, message: MarketMessage): string {
  const { updatedAtMs: ut, seq } = message;
  const lists =
    message.kind === "snapshot"
      ? message.levels
      : { add: orNull(message.add), del: orNull(message.del), mod: orNull(message.mod) };
  const t = message.kind === "snapshot" ? 0 : 1;
  return JSON.stringify({ topic: `${pair}_depth`, t, d: { pair, ut, seq, ...lists } });
}

/** Writes each message of protocol B in the next form. */
export function channelWriter(): WriteMessage {
  let count = 0;
  return (pair, message) => {
    const form = payloadForms[count++ % payloadForms.length] as (payload: object) => unknown;
    const { updatedAtMs: update_time, seq } = message;
    const lists =
      message.kind === "snapshot"
        ? named(message.levels)
        : { add: named(message.add), del: named(message.del), mod: named(message.mod) };
    const data = form({ pair, update_time, seq, ...lists });
    const data_type = message.kind === "snapshot" ? 0 : 1;
    return bytes(JSON.stringify([{ channel: `svc_sub_spot_${pair}_depth`, binary: 0, data_type, data }]));
  };
}

/** An empty list is null in half of the deployments. */
function orNull({ asks = undefined, bids = undefined }: Sides): { asks: Row[] | null; bids: Row[] | null } {
  return { asks: asks ?? null, bids: bids ?? null };
}

function named({ asks = [], bids = [] }: Sides): object {
  const rows = (list: readonly Row[]) => list.map(([volume, price]) => ({ volume, price }));
  return { asks: rows(asks), bids: rows(bids) };
}
