import { refused } from "../handler.js";
import type { Step } from "./step.js";

/** A body that is too long was not read to its end. */
export const size: Step = {
  name: "size",
  take: (asked) => (asked.request.isOverlong ? refused(3000) : asked),
};
