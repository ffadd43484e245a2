import type { ProcessTime } from "@depthwire/relay/internal";

/** `performance.now()` begins anew in each thread; this clock does not. */
export const processTime: ProcessTime = {
  monotonicMs() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + nanoseconds / 1_000_000;
  },
  wallMs: () => Date.now(),
};
