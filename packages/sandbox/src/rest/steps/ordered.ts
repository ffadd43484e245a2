import { refused } from "../handler.js";
import { provenSender } from "../sender.js";
import type { Step } from "./step.js";

/** What the operator has ordered for the account is answered in place of what the venue would say. */
export const ordered: Step = {
  name: "ordered",
  take: (asked, { refusals }) => {
    const sender = provenSender(asked.sender);
    const code = sender === undefined ? undefined : refusals.take(sender.account, asked.named.name);
    return code === undefined ? asked : refused(code);
  },
};
