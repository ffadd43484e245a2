export { type Accelerator, openAccelerator } from "./accelerator.js";
export type { GuardOptions as AcceleratorGuardOptions } from "./guard/guard-options.js";
export type { AcceleratorOptions, VenueAddress } from "./options.js";
export type { ReplaySource } from "./replay/replayed-venue.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as acceleratorTypes from "./types.js";
