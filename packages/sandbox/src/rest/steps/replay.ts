import { refused } from "../handler.js";
import { provenSender } from "../sender.js";
import type { Step } from "./step.js";

/** Whether a signature comes for the first time, where the venue minds. One without a timestamp is good for ever. */
export const replay: Step = {
  name: "replay",
  take: (asked, { host, replays }) => {
    const sender = provenSender(asked.sender);
    if (replays === undefined || sender?.signedAtMs === undefined) {
      return asked;
    }
    return replays.take(sender.apiKey, sender.signature, host.now()) ? asked : refused(3025);
  },
};
