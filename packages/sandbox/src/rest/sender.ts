import type { AccountId } from "@depthwire/exchange/internal";
import { Refusal } from "./handler.js";

/** Whose request it is. */
export interface Sender {
  readonly account: AccountId;
  readonly apiKey: string;
  readonly signature: string;
  /** When the sender says that it signed, in epoch milliseconds; nothing where a scheme has no timestamp. */
  readonly signedAtMs: number | undefined;
}

/** The sender of a signed request whose claim was right; nothing for any other request. */
export function provenSender(found: Sender | Refusal | undefined): Sender | undefined {
  return found instanceof Refusal ? undefined : found;
}
