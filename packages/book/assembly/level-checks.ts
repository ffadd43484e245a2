// What a message must not do, or is counted for: found before it changes anything.

import { countOf, firstPrice } from "./sink";

/** Beyond so many comparisons of two lists the host sorts copies of them. */
const maxComparisons: u32 = 1024;

/** Whether the lists of two sections are so long that they are not compared here. */
export function areTooLong(section: usize, other: usize): bool {
  return countOf(section) * countOf(other) > maxComparisons;
}

/** Whether a price stands in both sections. */
export function sharePrice(section: usize, other: usize): bool {
  const first = firstPrice(section);
  const end = first + ((countOf(section) as usize) << 3);
  const otherFirst = firstPrice(other);
  const otherEnd = otherFirst + ((countOf(other) as usize) << 3);
  for (let price = otherFirst; price < otherEnd; price += 8) {
    if (contains(first, end, load<f64>(price))) {
      return true;
    }
  }
  return false;
}

/** How many prices of a section stood in it before. */
export function countRepeats(section: usize): u32 {
  const first = firstPrice(section);
  const end = first + ((countOf(section) as usize) << 3);
  let repeats: u32 = 0;
  for (let price = first + 8; price < end; price += 8) {
    if (contains(first, price, load<f64>(price))) {
      repeats++;
    }
  }
  return repeats;
}

/** All prices are looked at: the answer is nearly always no, and a loop without an early end is guessed right. */
function contains(first: usize, end: usize, price: f64): bool {
  let found: u32 = 0;
  for (let at = first; at < end; at += 8) {
    found |= (load<f64>(at) === price) as u32;
  }
  return found !== 0;
}
