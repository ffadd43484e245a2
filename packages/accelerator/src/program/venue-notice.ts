import type { Logger } from "@depthwire/core";

/** Causes of a repeated call, and reasons of a book, that mean that no connection to the venue came about. */
const notReached: ReadonlySet<unknown> = new Set([
  "connect-failed",
  "connection-failed",
  "tls-failed",
  "upgrade-refused",
]);

/**
 * A logger that also tells a person, once, that the venue is not reached: what is asked meanwhile is not answered, and the
 * accelerator looks open all the same.
 *
 * @param venue its address, for people
 */
export function noticingVenue(logger: Logger, venue: string, tell: (words: string) => void): Logger {
  let isTold = false;
  return {
    log: (level, event, fields) => {
      const cause = causeOf(event, fields);
      if (!isTold && notReached.has(cause)) {
        isTold = true;
        tell(`venue not reached: ${venue} (${String(cause)}). It is tried again until it answers.`);
      }
      logger.log(level, event, fields);
    },
  };
}

function causeOf(event: string, fields: Parameters<Logger["log"]>[2]): unknown {
  return event === "call-repeated" ? fields["cause"] : event === "book-status" ? fields["reason"] : undefined;
}
