export { type Accelerator, openAccelerator } from "./accelerator.js";
export type { GuardOptions } from "./guard/guard-options.js";
export type { AcceleratorOptions, VenueAddress } from "./options.js";
export type { ReplaySource } from "./replay/replayed-venue.js";
