/** Bits of a number in one byte; the eighth says that another byte follows. */
const bitsPerByte = 7;
const group = 2 ** bitsPerByte;
/** Longest form of an integer up to `Number.MAX_SAFE_INTEGER`. */
const maxBytes = 8;

/** Why bytes are no number of this wire. */
export type VarintFault = "short" | "not-canonical" | "number-too-large";

/** How many bytes the number takes. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= group; rest = Math.floor(rest / group)) {
    length++;
  }
  return length;
}

/** Writes a whole number from 0 up to `Number.MAX_SAFE_INTEGER`, least significant bits first. Returns the place behind it. */
export function writeVarint(value: number, into: Uint8Array, at: number): number {
  let rest = value;
  let place = at;
  while (rest >= group) {
    // Above 2^31 no bit operation holds the number.
    const higher = rest > 0x7fffffff ? Math.floor(rest / group) : rest >>> bitsPerByte;
    into[place++] = (rest - higher * group) | group;
    rest = higher;
  }
  into[place++] = rest;
  return place;
}

/** Reads numbers one after the other; after the first fault nothing is read any more. */
export class VarintReader {
  /** What was wrong first; undefined while all is well. */
  fault: VarintFault | undefined;
  /** Place of the next byte. */
  at = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  /** Begins at a place of other bytes. */
  start(bytes: Uint8Array, at: number): void {
    this.#bytes = bytes;
    this.at = at;
    this.fault = undefined;
  }

  /** The next number, at most `max`; 0 after a fault. */
  next(max: number): number {
    const bytes = this.#bytes;
    let value = 0;
    let weight = 1;
    for (let length = 1; length <= maxBytes && this.fault === undefined; length++) {
      const byte = bytes[this.at++];
      if (byte === undefined) {
        return this.fail("short");
      }
      value += (byte & (group - 1)) * weight;
      weight *= group;
      if (byte < group) {
        if (byte === 0 && length > 1) {
          return this.fail("not-canonical");
        }
        return value <= max ? value : this.fail("number-too-large");
      }
    }
    return this.fail("number-too-large");
  }

  /** Keeps the first fault. */
  fail(fault: VarintFault): 0 {
    this.fault ??= fault;
    return 0;
  }
}
