import { Refusal } from "../handler.js";
import type { Step } from "./step.js";

/** Who has signed wrongly, or may not do this, goes no further. */
export const sender: Step = {
  name: "sender",
  take: (asked) => (asked.sender instanceof Refusal ? asked.sender : asked),
};
