import { type VenueCode, type VenueCodeEntry, venueCodes } from "@depthwire/schema";

/** The published text of a code, its mistakes included; else what this venue means by it, and the meaning where that is known. */
export function venueText(code: VenueCode): string {
  const entry: VenueCodeEntry = venueCodes[code];
  return entry.publishedText ?? entry.sandboxText ?? entry.meaning;
}
