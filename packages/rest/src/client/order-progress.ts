import type { IntentEnd } from "../call/intent-store.js";

/** How far an order of this client's is known. */
export type OrderProgress = "on-its-way" | "unknown" | "open" | "finished";

/** How far an order is known whose call ended. */
export function progressAfter(end: Exclude<IntentEnd, "not-sent"> | "finished"): OrderProgress {
  switch (end) {
    case "answered":
      return "open";
    case "refused":
    case "finished":
      return "finished";
    case "unknown":
      return "unknown";
  }
}
