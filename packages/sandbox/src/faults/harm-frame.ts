import type { EncodedFrame } from "@depthwire/core";
import { nextInteger, type RandomState } from "../exchange/random-state.js";

/** Bytes after which no header of a compressed body stands any more: marker, then at most ten bytes of gzip. */
const headerBytes = 11;

/** Flips bits of a compressed body, behind its header: there a flip can be without effect. */
export function flipBits(frame: EncodedFrame, bits: number, random: RandomState): EncodedFrame {
  const data = Uint8Array.from(frame.data);
  const start = Math.min(headerBytes, data.length - 1);
  for (let i = 0; i < bits; i++) {
    const at = start + nextInteger(random, data.length - start);
    data[at] = (data[at] as number) ^ (1 << nextInteger(random, 8));
  }
  return { data, binary: frame.binary };
}

/** Leaves the first `bytes` of a frame; without a number, any part that is neither nothing nor everything. */
export function truncate(frame: EncodedFrame, bytes: number | undefined, random: RandomState): EncodedFrame {
  const left = bytes ?? 1 + nextInteger(random, frame.data.length - 1);
  return { data: frame.data.slice(0, left), binary: frame.binary };
}

/** Puts a byte in front that is no marker. */
export function unknownMarker(frame: EncodedFrame): EncodedFrame {
  const data = Uint8Array.from(frame.data);
  data[0] = "7".charCodeAt(0);
  return { data, binary: frame.binary };
}
