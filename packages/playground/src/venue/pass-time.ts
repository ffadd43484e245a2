import type { InMemoryVenue } from "@depthwire/sandbox/neutral";

/** The venue's time goes on in such steps, in milliseconds. */
const stepMs = 10;

/** A page that was frozen goes on where it was: the venue does not make up for more than this, in milliseconds. */
const maxStepMs = 1_000;

/** Lets the venue's time pass as fast as the computer's. */
export async function passTime(venue: InMemoryVenue): Promise<never> {
  let beforeMs = performance.now();
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, stepMs);
    });
    const nowMs = performance.now();
    await venue.elapse(Math.min(nowMs - beforeMs, maxStepMs));
    beforeMs = nowMs;
  }
}
