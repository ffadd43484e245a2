import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { VenueErrorDetails } from "./error-details.js";

/** The venue understood the request and refused it. */
export class VenueError extends DepthwireError<"venue-refused"> {
  override readonly name = "VenueError";
  /** The venue's own number. */
  readonly venueCode: number;

  /** @param details the venue's number and its own text */
  constructor(details: VenueErrorDetails["venue-refused"], options: DepthwireErrorOptions = {}) {
    super("venue-refused", details, options);
    this.venueCode = details.venueCode;
  }
}
