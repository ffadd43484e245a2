/** Whether an input still shows what is looked for. */
export type Shows = (input: Uint8Array) => boolean | Promise<boolean>;

/**
 * The smallest part of an input that still shows it, as far as leaving out pieces leads (ddmin: Zeller and Hildebrandt, 2002): halves first,
 * then quarters, down to single bytes.
 *
 * @param tries at most so many questions
 */
export async function minimise(input: Uint8Array, shows: Shows, tries: number): Promise<Uint8Array> {
  let smallest = input;
  let left = tries;
  let pieces = 2;
  while (smallest.length > 1 && left > 0) {
    const pieceBytes = Math.ceil(smallest.length / pieces);
    let smaller: Uint8Array | undefined;
    for (let from = 0; from < smallest.length && left > 0; from += pieceBytes) {
      const candidate = without(smallest, from, from + pieceBytes);
      left -= 1;
      if (await shows(candidate)) {
        smaller = candidate;
        break;
      }
    }
    if (smaller !== undefined) {
      smallest = smaller;
      pieces = Math.max(2, pieces - 1);
    } else if (pieceBytes === 1) {
      break;
    } else {
      pieces = Math.min(smallest.length, pieces * 2);
    }
  }
  return smallest;
}

function without(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const kept = new Uint8Array(bytes.length - (Math.min(to, bytes.length) - from));
  kept.set(bytes.subarray(0, from));
  kept.set(bytes.subarray(to), from);
  return kept;
}
