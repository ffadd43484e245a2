/** Pairs that one connection carries. @spec field note 8 */
const pairsPerConnection = 20;

/**
 * How many threads suit so many pairs: none for what fits one connection, since a hop between threads costs more than
 * decoding a frame; beyond that one for each connection, but leaving one core to the caller.
 */
export function defaultShards(expectedPairs: number, cores: number): number {
  if (expectedPairs <= pairsPerConnection) {
    return 0;
  }
  return Math.min(Math.ceil(expectedPairs / pairsPerConnection), Math.max(1, cores - 1));
}
