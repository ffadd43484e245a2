import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { joined, once, pick } from "./bytes.js";

const lengthBytes = 2;
const maxChunkBytes = 65_535;

/** Several byte strings as one input: each behind its length. */
export function encodeChunks(chunks: readonly Uint8Array[]): Uint8Array {
  return joined(
    ...chunks.map((chunk) => {
      const length = Math.min(chunk.length, maxChunkBytes);
      return joined(Uint8Array.of(length >>> 8, length & 0xff), chunk.subarray(0, length));
    }),
  );
}

/** Takes any input apart: the last chunk is as long as what is left. @param most chunks beyond it are left out */
export function decodeChunks(input: Uint8Array, most: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at + lengthBytes <= input.length && chunks.length < most; ) {
    const length = ((input[at] as number) << 8) | (input[at + 1] as number);
    chunks.push(input.subarray(at + lengthBytes, at + lengthBytes + length));
    at += lengthBytes + length;
  }
  return chunks;
}

/** Changes one chunk, or leaves one out, repeats, moves or adds one. */
export function mutateChunks(
  chunks: readonly Uint8Array[],
  random: Random,
  { change, create }: { change(chunk: Uint8Array): Uint8Array; create(): Uint8Array },
): readonly Uint8Array[] {
  if (chunks.length === 0) {
    return [create()];
  }
  const at = randomInteger(random, 0, chunks.length - 1);
  const chunk = chunks[at] as Uint8Array;
  if (once(random, 2)) {
    return chunks.with(at, change(chunk));
  }
  switch (randomInteger(random, 0, 3)) {
    case 0:
      return chunks.toSpliced(at, 1);
    case 1:
      return chunks.toSpliced(at, 0, chunk);
    case 2:
      return chunks.toSpliced(at, 1).toSpliced(randomInteger(random, 0, chunks.length - 1), 0, chunk);
    default:
      return chunks.toSpliced(at, 0, once(random, 2) ? create() : pick(random, chunks));
  }
}
