import type { ResyncCause } from "@depthwire/book/internal";
import type { ProtocolError } from "@depthwire/core";

/** Codes of unusable messages that say more than "rejected". */
const causes: Readonly<Partial<Record<ProtocolError["code"], ResyncCause>>> = {
  "too-many-levels": "overflow",
  "number-too-large": "number-too-large",
};

/** Why a book can no longer be proven after one of its messages could not be used. */
export function rejectionCause(error: ProtocolError): ResyncCause {
  return causes[error.code] ?? "rejected-message";
}
