/** How often a lease is renewed while it would stand. */
export const renewalsPerLease = 4;
/** Who was not heard for so many leases is left out of the plan. */
export const absentLeases = 3;
/** A successor that has to connect to the venue first gets so long. */
export const readyMs = 10_000;
/** Somebody who could own a shard, and can't at the moment, is waited for as long as this by who was asked to hand it over. */
export const successorMs = 3_000;
/** A pair that nobody wants any more is followed on for so long. */
export const lingerMs = 10_000;
