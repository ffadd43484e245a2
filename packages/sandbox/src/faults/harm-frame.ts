import type { EncodedFrame, OwnBytes } from "@depthwire/core/internal";
import { nextInteger, type RandomState } from "@depthwire/exchange/internal";

/** Bytes after which no header of a compressed body stands any more: at most ten of gzip. */
const headerBytes = 10;

/** Flips bits of a compressed body, behind its header: there a flip can be without effect. */
export function flipBits(body: OwnBytes, bits: number, random: RandomState): OwnBytes {
  const harmed = Uint8Array.from(body);
  const start = Math.min(headerBytes, harmed.length - 1);
  for (let i = 0; i < bits; i++) {
    const at = start + nextInteger(random, harmed.length - start);
    harmed[at] = (harmed[at] as number) ^ (1 << nextInteger(random, 8));
  }
  return harmed;
}

/** Leaves the first `bytes` of a body; without a number, any part that is neither nothing nor everything. */
export function truncate(body: OwnBytes, bytes: number | undefined, random: RandomState): OwnBytes {
  return body.slice(0, bytes ?? 1 + nextInteger(random, body.length - 1));
}

/** Puts a byte in front that neither is a marker nor begins JSON. */
export function unknownMarker(frame: EncodedFrame): EncodedFrame {
  const data = Uint8Array.from(frame.data);
  data[0] = "7".charCodeAt(0);
  return { data, binary: frame.binary };
}
