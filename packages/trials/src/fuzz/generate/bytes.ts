import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";

/** One of a list. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[randomInteger(random, 0, values.length - 1)] as Value;
}

/** Whether something happens that happens once in `times`. */
export function once(random: Random, times: number): boolean {
  return random() * times < 1;
}

/** Bytes at which readers turn. */
const telling = [0, 1, 9, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x39, 0x5b, 0x5c, 0x5d, 0x65, 0x7b, 0x7d];
const extreme = [0x7f, 0x80, 0xbf, 0xc0, 0xed, 0xef, 0xfe, 0xff];

function someByte(random: Random): number {
  return once(random, 2)
    ? pick(random, telling)
    : once(random, 2)
      ? pick(random, extreme)
      : randomInteger(random, 0, 255);
}

/** One to four changes of bare bytes: bits flipped, bytes set, left out, put in, repeated, moved, or the end cut off. */
export function damageBytes(input: Uint8Array, random: Random, maxBytes: number): Uint8Array {
  let bytes = input;
  for (let changes = randomInteger(random, 1, 4); changes > 0; changes--) {
    bytes = damageOnce(bytes, random);
  }
  return bytes.length > maxBytes ? bytes.slice(0, maxBytes) : bytes;
}

function damageOnce(bytes: Uint8Array, random: Random): Uint8Array {
  const at = randomInteger(random, 0, Math.max(0, bytes.length - 1));
  const end = Math.min(bytes.length, at + randomInteger(random, 1, once(random, 4) ? 64 : 8));
  switch (randomInteger(random, 0, 7)) {
    case 0:
      return changed(bytes, at, (byte) => byte ^ (1 << randomInteger(random, 0, 7)));
    case 1:
      return changed(bytes, at, () => someByte(random));
    case 2:
      return changed(bytes, at, (byte) => byte + randomInteger(random, -4, 4));
    case 3:
      return joined(bytes.subarray(0, at), bytes.subarray(end));
    case 4:
      return joined(bytes.subarray(0, at), Uint8Array.of(someByte(random)), bytes.subarray(at));
    case 5:
      return joined(bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end));
    case 6: {
      const to = randomInteger(random, 0, bytes.length);
      return joined(bytes.subarray(0, to), bytes.subarray(at, end), bytes.subarray(to));
    }
    default:
      return bytes.slice(0, at);
  }
}

function changed(bytes: Uint8Array, at: number, change: (byte: number) => number): Uint8Array {
  const copy = bytes.slice();
  if (at < copy.length) {
    copy[at] = change(copy[at] as number);
  }
  return copy;
}

/** The parts, one behind the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The beginning of one input and the end of another. */
export function crossed(one: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  return joined(
    one.subarray(0, randomInteger(random, 0, one.length)),
    other.subarray(randomInteger(random, 0, other.length)),
  );
}
