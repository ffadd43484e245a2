import { type VenueCode, type VenueCodeEntry, venueCodes } from "@depthwire/schema";

/** The text that comes with a code: as published, or what the sandbox means by it, or its meaning where that is known. */
export function venueTextOf(code: VenueCode): string {
  const entry: VenueCodeEntry = venueCodes[code];
  return entry.publishedText ?? entry.sandboxText ?? entry.meaning;
}
