/** Of the 53 bits that a number holds exactly, so many stand above the lower 32. */
const upperBits = 21;

/**
 * A number that nobody else can foresee, from 0 to `Number.MAX_SAFE_INTEGER`. Processes with one key of the bus hear each other's answers: if nonces counted up,
 * one of them could have the owner answer another one's next echo before it is asked.
 */
export function drawNonce(): number {
  const [upper = 0, lower = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (upper >>> (32 - upperBits)) * 2 ** 32 + lower;
}
