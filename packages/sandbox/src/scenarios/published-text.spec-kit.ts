import { type VenueCode, venueCodes } from "@depthwire/schema";

/** The text that comes with a code: as published, or its meaning where nothing was published. */
export function venueTextOf(code: VenueCode): string {
  const entry: { readonly publishedText?: string; readonly meaning: string } = venueCodes[code];
  return entry.publishedText ?? entry.meaning;
}
