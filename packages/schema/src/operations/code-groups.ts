import type { VenueCode } from "../errors/venue-codes.js";

/** What every operation may answer. */
export const commonCodes: readonly VenueCode[] = [2091, 3000, 3002, 4000, 4003];

/** What every signed operation may answer besides. */
export const signedCodes: readonly VenueCode[] = [...commonCodes, 2003, 3011, 3012, 3024, 3025, 3026, 3027, 3028, 3029];

/** What an operation on a pair may answer besides. */
export const pairCodes: readonly VenueCode[] = [3016];

/** What placing an order may answer besides. */
export const orderCodes: readonly VenueCode[] = [
  2011, 2015, 2021, 2027, 2034, 2065, 2066, 2067, 2068, 2078, 2085, 2086, 2092, 2131, 3016,
];

/** What cancelling may answer besides. */
export const cancelCodes: readonly VenueCode[] = [2033, 2040, 2064, 2069];

/** What the batch query may answer besides. */
export const batchCodes: readonly VenueCode[] = [3033, 3034, 3035];

/** What a push connection may answer: to a subscribe message, and to a login besides the key and signature codes. */
export const pushCodes: readonly VenueCode[] = [3000, 3009, 3010, 3012, 3016, 3017, 3024, 3025, 3026, 3027];
