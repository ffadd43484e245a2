/** Up to this many comparisons a plain double loop is cheaper than sorting copies. */
const fewComparisons = 1024;

/** How many of the `count` prices that start at `from` stood in the list before. */
export function countRepeats(prices: Float64Array, from: number, count: number): number {
  if (count < 2 || isStrictlySorted(prices, from, count)) {
    return 0;
  }
  let repeats = 0;
  if (count * count <= fewComparisons) {
    for (let index = from + 1; index < from + count; index++) {
      repeats += contains(prices, from, index, prices[index] as number) ? 1 : 0;
    }
    return repeats;
  }
  const sorted = prices.slice(from, from + count).sort();
  for (let index = 1; index < count; index++) {
    repeats += sorted[index] === sorted[index - 1] ? 1 : 0;
  }
  return repeats;
}

/** Whether a price is in both of two lists. */
export function sharePrice(
  prices: Float64Array,
  firstFrom: number,
  firstCount: number,
  secondFrom: number,
  secondCount: number,
): boolean {
  if (firstCount === 0 || secondCount === 0) {
    return false;
  }
  if (firstCount * secondCount <= fewComparisons) {
    for (let index = secondFrom; index < secondFrom + secondCount; index++) {
      if (contains(prices, firstFrom, firstFrom + firstCount, prices[index] as number)) {
        return true;
      }
    }
    return false;
  }
  const first = prices.slice(firstFrom, firstFrom + firstCount).sort();
  const second = prices.slice(secondFrom, secondFrom + secondCount).sort();
  return sortedListsMeet(first, second);
}

function contains(prices: Float64Array, from: number, end: number, price: number): boolean {
  for (let index = from; index < end; index++) {
    if (prices[index] === price) {
      return true;
    }
  }
  return false;
}

function isStrictlySorted(prices: Float64Array, from: number, count: number): boolean {
  const descending = (prices[from] as number) > (prices[from + 1] as number);
  for (let index = from + 1; index < from + count; index++) {
    const step = (prices[index] as number) - (prices[index - 1] as number);
    if (descending ? !(step < 0) : !(step > 0)) {
      return false;
    }
  }
  return true;
}

function sortedListsMeet(first: Float64Array, second: Float64Array): boolean {
  let left = 0;
  let right = 0;
  while (left < first.length && right < second.length) {
    const difference = (first[left] as number) - (second[right] as number);
    if (difference === 0) {
      return true;
    }
    if (difference < 0) {
      left++;
    } else {
      right++;
    }
  }
  return false;
}
