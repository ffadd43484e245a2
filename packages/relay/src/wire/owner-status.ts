import type { BookReason, BookStatus } from "@depthwire/book";
import { bookReasonNames } from "@depthwire/book/internal";
import { decodeUtf8, encodeUtf8 } from "@depthwire/core/internal";

/** What an owner says of its own book, or of another channel. */
export interface OwnerStatus {
  readonly status: BookStatus;
  /** Undefined where it is live, and where the owner gives none. */
  readonly reason: BookReason | undefined;
}

/** Every status, in the order of their numbers on the wire. */
export const bookStatuses: readonly BookStatus[] = ["syncing", "live", "gapped", "stale", "crossed"];

const maxBytes = 64;

/** The text behind a header of kind `status`: the status, and the reason behind a blank where there is one. */
export function encodeOwnerStatus({ status, reason }: OwnerStatus): Uint8Array {
  return encodeUtf8(reason === undefined ? status : `${status} ${reason}`);
}

/** Reads the text in `bytes` from `start` on. Undefined for what is none. Never throws. */
export function decodeOwnerStatus(bytes: Uint8Array, start: number): OwnerStatus | undefined {
  if (bytes.length - start > maxBytes) {
    return undefined;
  }
  const [status, reason, ...others] = textOf(bytes, start).split(" ");
  const known = bookStatuses.find((one) => one === status);
  const why = bookReasonNames.find((one) => one === reason);
  return known === undefined || (reason !== undefined && why === undefined) || others.length > 0
    ? undefined
    : { status: known, reason: why };
}

function textOf(bytes: Uint8Array, start: number): string {
  try {
    return decodeUtf8(bytes, start, bytes.length);
  } catch {
    return "";
  }
}
