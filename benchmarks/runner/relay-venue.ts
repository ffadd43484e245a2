/** Subjects of the case `relay` begin with this venue. */
export const relayVenue = "bench";
