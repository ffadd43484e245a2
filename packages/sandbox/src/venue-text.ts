import { type VenueCode, venueCodes } from "@depthwire/schema";

/** The published text of a code, its mistakes included; the meaning where no text was published. */
export function venueText(code: VenueCode): string {
  const entry: { readonly meaning: string; readonly publishedText?: string } = venueCodes[code];
  return entry.publishedText ?? entry.meaning;
}
