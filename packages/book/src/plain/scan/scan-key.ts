import { encodeUtf8 } from "@depthwire/core/internal";

/** Keys of a depth payload. A key's number is also its bit in the set of keys that were seen. */
export const pairKey = 0;
/** `ut`. */
export const updatedKey = 1;
/** `seq`. */
export const seqKey = 2;
/** `asks` of a snapshot. */
export const asksKey = 3;
/** `bids` of a snapshot. */
export const bidsKey = 4;
/** `add`. */
export const setKey = 5;
/** `del`. */
export const deleteKey = 6;
/** `mod`. */
export const modifyKey = 7;
/** In place of a key: none that the scanner knows. */
export const noKey = -1;

// The scanner's one form of each key, with quotes and colon. The general path takes the keys from the descriptors.
const texts: readonly Uint8Array[] = [
  encodeUtf8('"pair":'),
  encodeUtf8('"ut":'),
  encodeUtf8('"seq":'),
  encodeUtf8('"asks":'),
  encodeUtf8('"bids":'),
  encodeUtf8('"add":'),
  encodeUtf8('"del":'),
  encodeUtf8('"mod":'),
];

/** How many bytes each key takes with quotes and colon. */
export const keyLengths: readonly number[] = texts.map((text) => text.length);

/** The key at `at`, or {@link noKey}. The second letter distinguishes nearly all keys, so one comparison settles it. */
export function keyAt(bytes: Uint8Array, at: number): number {
  const candidate = candidateOf(bytes, at);
  return candidate !== noKey && startsWith(bytes, at, texts[candidate] as Uint8Array) ? candidate : noKey;
}

function candidateOf(bytes: Uint8Array, at: number): number {
  switch (bytes[at + 2]) {
    case 0x61: // pair
      return pairKey;
    case 0x74: // ut
      return updatedKey;
    case 0x65: // seq, del
      return bytes[at + 1] === 0x73 ? seqKey : deleteKey;
    case 0x73: // asks
      return asksKey;
    case 0x69: // bids
      return bidsKey;
    case 0x64: // add
      return setKey;
    case 0x6f: // mod
      return modifyKey;
    default:
      return noKey;
  }
}

/** Whether `text` is at `at`. */
export function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let offset = 0; offset < text.length; offset += 1) {
    if (bytes[at + offset] !== text[offset]) {
      return false;
    }
  }
  return true;
}
