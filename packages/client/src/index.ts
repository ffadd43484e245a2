export type { Account, AccountConnectOptions } from "./account.js";
export { defaultShards } from "./default-shards.js";
export { openVenue } from "./open-venue.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as clientTypes from "./types.js";
export type { Venue } from "./venue.js";
export type { RestTuning, VenueOptions, VenueRecordOptions } from "./venue-options.js";
export type { VenuePorts } from "./venue-ports.js";
export type { VenueRecording } from "./venue-recording.js";
