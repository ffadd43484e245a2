import { refused } from "../handler.js";
import { provenSender } from "../sender.js";
import type { Step } from "./step.js";

/**
 * Whether a request comes in time. Judged when it reaches the matcher, so that a client that waits long enough knows that
 * the request can no longer happen.
 *
 * @spec document 1, Authentication, Timestamp tolerance; field note 27
 */
export const moment: Step = {
  name: "moment",
  take: (asked, { host, faults, timestampToleranceMs }) => {
    const signedAtMs = provenSender(asked.sender)?.signedAtMs;
    if (signedAtMs === undefined) {
      return asked;
    }
    const offMs = Math.abs(host.now() + faults.takeClockSkewMs() - signedAtMs);
    return offMs > timestampToleranceMs ? refused(3025) : asked;
  },
};
