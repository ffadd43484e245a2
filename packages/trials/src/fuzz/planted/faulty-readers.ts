/**
 * Fails behind four bytes, each of which only leads one block further: blindly drawn inputs need some 2^32, guided ones
 * find one byte after the other.
 */
export function unlockByBytes([first, second, third, fourth]: Uint8Array): number {
  let unlocked = 0;
  if (first === 0x7b) {
    unlocked = 1;
    if (second === 0x22) {
      unlocked = 2;
      if (third === 0x5c) {
        unlocked = 3;
        if (fourth === 0x65) {
          throw new TypeError("not a code in sight");
        }
      }
    }
  }
  return unlocked;
}

/** Copies the rest at each comma: its time grows with the square of its input. */
export function countCommas(input: Uint8Array): number {
  let commas = 0;
  for (let rest = input; rest.length > 0; rest = rest.slice(1)) {
    commas += rest[0] === 0x2c ? 1 : 0;
  }
  return commas;
}

/** Goes round for ever at a quote. */
export function neverEnds(input: Uint8Array): number {
  let at = 0;
  while (at < input.length) {
    at += input[at] === 0x22 ? 0 : 1;
  }
  return at;
}
