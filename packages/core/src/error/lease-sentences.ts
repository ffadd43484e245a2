import type { LeaseErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `LeaseError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const leaseSentences: Readonly<Record<LeaseErrorCode, string>> = {
  "lease-not-held": "This process is not the trader of the key now",
  "takeover-by-hand": "A person must say that nothing of a former trader is under way",
};
