import { VenueKit } from "./venue-kit.js";

/** Who is long in {@link longVenue}, and who is short. */
export const [a, b] = [1001, 1002];

/** `a` is long 0.5 at 40000 with 20×. */
export function longVenue(mode: "cross" | "fixed", funds = "5000"): VenueKit {
  const venue = new VenueKit();
  venue.fund(a, funds);
  venue.fund(b, "100000");
  venue.setMode(a, mode, 20);
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  return venue;
}
