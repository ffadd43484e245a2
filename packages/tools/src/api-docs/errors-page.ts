import { errorCodes } from "@depthwire/core";
import type { ErrorEntry } from "@depthwire/core/internal";
import { type VenueCodeEntry, venueCodes } from "@depthwire/schema";
import { generatedNotice, table } from "./markdown.js";

/** `docs/errors.md`: every code that a caller can meet, and what to do about it. */
export function errorsPage(): string {
  return [
    generatedNotice,
    "# Errors",
    "Every error has a `code`. Match on it (and on `venueCode`), never on a message.",
    "`retryable`: the same call may succeed later. `ambiguous`: it may have been carried out although it failed.",
    "## Codes of Depthwire",
    table(["code", "class", "what happened", "what to do", "retryable", "ambiguous"], ownRows()),
    "## Codes of the venue",
    "A refused call is a `VenueError` with `code` `venue-refused`; its `venueCode` is one of these. Codes without a published text are not in the table of document 1: they are named elsewhere or were seen in deployments.",
    table(["venueCode", "about", "meaning", "published text", "retryable", "ambiguous", "erratum"], venueRows()),
    "",
  ].join("\n\n");
}

function ownRows(): readonly (readonly string[])[] {
  return Object.entries<ErrorEntry>(errorCodes).map(([code, entry]) => [
    `\`${code}\``,
    entry.kind,
    entry.sentence,
    entry.remedy,
    yesNo(entry.retryable),
    yesNo(entry.ambiguous),
  ]);
}

function venueRows(): readonly (readonly string[])[] {
  return Object.entries<VenueCodeEntry>(venueCodes).map(([code, entry]) => [
    `\`${code}\``,
    entry.category,
    entry.sandboxText === undefined ? entry.meaning : `${entry.meaning}; the sandbox: “${entry.sandboxText}”`,
    entry.publishedText ?? "",
    yesNo(entry.retryable),
    yesNo(entry.ambiguous),
    entry.errata === undefined ? "" : `the text is that of ${entry.errata.textBelongsTo}`,
  ]);
}

function yesNo(value: boolean): string {
  return value ? "yes" : "";
}
