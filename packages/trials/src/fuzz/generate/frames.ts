import type { Random } from "@depthwire/core";
import { damageBytes, joined, once, pick } from "./bytes.js";
import { leniently, pack, repairChecksum } from "./deflate.js";
import { mutateJson } from "./json-text.js";

/** Most bytes of a generated frame, and of what it inflates to: small, so that many can be tried. */
export const fuzzLimits = { maxFrameBytes: 16_384, maxInflatedBytes: 65_536 } as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 of a text. Lone surrogates become what a writer would make of them. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A text of any bytes: damaged ones are replaced. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** A frame of protocol A around a text, plain or compressed. */
export function frameOf(text: Uint8Array, random: Random): Uint8Array {
  if (once(random, 3)) {
    const marker = pick(random, [[0x30], [0x00], []]);
    const ending = pick(random, [[], [], [0x0a], [0x0d, 0x0a]]);
    return joined(Uint8Array.from(marker), text, Uint8Array.from(ending));
  }
  return joined(Uint8Array.of(pick(random, [0x31, 0x01])), pack(text, random));
}

/** The text of a frame of protocol A, as far as it can be had; undefined where it cannot. */
export function openFrame(frame: Uint8Array): Uint8Array | undefined {
  const marker = frame[0];
  if (marker === 0x31 || marker === 0x01) {
    return leniently(frame.subarray(1), fuzzLimits.maxInflatedBytes);
  }
  return marker === 0x7b ? frame : frame.subarray(1);
}

/** A plain frame of protocol A. */
export function plainFrame(text: Uint8Array): Uint8Array {
  return joined(Uint8Array.of(0x30), text);
}

/**
 * Changes the text of a frame and packs it anew, or damages the stream, with its checksum repaired or not.
 *
 * @param words texts that mean something to the reader
 */
export function mutateFrame(frame: Uint8Array, random: Random, words: readonly string[]): Uint8Array {
  const isPacked = frame[0] === 0x31 || frame[0] === 0x01;
  if (isPacked && once(random, 2)) {
    const damaged = damageBytes(frame.subarray(1), random, fuzzLimits.maxFrameBytes);
    const stream = once(random, 3) ? damaged : repairChecksum(damaged, fuzzLimits.maxInflatedBytes);
    return joined(frame.subarray(0, 1), stream);
  }
  const text = openFrame(frame);
  return text === undefined
    ? damageBytes(frame, random, fuzzLimits.maxFrameBytes)
    : frameOf(utf8(mutateJson(textOf(text), random, words)), random);
}
