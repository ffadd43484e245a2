import type { Clock, Random } from "@depthwire/core";
import type { ClientOrderId } from "@depthwire/schema";

/** How many ids begin with one millisecond. */
export const idsPerMillisecond = 4_096;

/**
 * Makes client order ids: decimal digits of a number from 1 to 2^53 - 1, 41 bits of milliseconds and 12 of a counter that begins
 * anywhere. So they are safe as text, as an integer, and in peers that lose digits beyond a double. They grow.
 */
export function createClientOrderIds(clock: Pick<Clock, "epochMs">, random: Random): () => ClientOrderId {
  let counter = Math.floor(random() * idsPerMillisecond);
  let usedInMs = 0;
  let lastMs = 0;
  return () => {
    const nowMs = Math.max(clock.epochMs(), lastMs);
    usedInMs = nowMs === lastMs ? usedInMs + 1 : 1;
    // A millisecond that is used up borrows from the next; a clock that went back stays where it was.
    lastMs = usedInMs > idsPerMillisecond ? nowMs + 1 : nowMs;
    usedInMs = usedInMs > idsPerMillisecond ? 1 : usedInMs;
    counter = (counter + 1) % idsPerMillisecond;
    return String(lastMs * idsPerMillisecond + counter) as ClientOrderId;
  };
}

/** A positive integer of at most 64 bits as records write it: digits without a zero before them. */
const integerForm = /^[1-9][0-9]{0,18}$/;
const maxInteger = 2n ** 63n - 1n;

/** Whether an id comes back from every form of record as it was sent: the long one writes it as a bare integer. */
export function isInteger(clientOrderId: string): boolean {
  return integerForm.test(clientOrderId) && BigInt(clientOrderId) <= maxInteger;
}
