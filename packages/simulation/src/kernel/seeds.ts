import type { Random } from "@depthwire/core";
import { seededRandom } from "@depthwire/testkit";

/** FNV-1a with 32 bits: a number for a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Numbers of one purpose: what one part of a world draws changes nothing for the others. */
export function randomFor(seed: number, purpose: string): Random {
  return seededRandom(hashText(`${seed} ${purpose}`));
}
