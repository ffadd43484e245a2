import "./disposable.js";

export {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  type RoundingDirection,
  roundToMultiple,
  subtractDecimals,
} from "./decimal/arithmetic.js";
export { compareDecimal, isMultipleOf } from "./decimal/compare-decimal.js";
export { DepthwireError } from "./error/depthwire-error.js";
export { errorCodes } from "./error/error-codes.js";
export type { ErrorCode, ErrorDetails, UnknownOutcome } from "./error/error-details.js";
export type { ErrorKind } from "./error/error-facts.js";
export { LeaseError } from "./error/lease-error.js";
export { OrderOutcomeUnknown } from "./error/order-outcome-unknown.js";
export { ProtocolError } from "./error/protocol-error.js";
export { StoreError } from "./error/store-error.js";
export { TransportError } from "./error/transport-error.js";
export { ValidationError } from "./error/validation-error.js";
export { isKnownVenueCode, VenueError } from "./error/venue-error.js";
export type { CancelTimer, Clock } from "./ports/clock.js";
export type { HttpClient, HttpRequest, HttpResponse } from "./ports/http-client.js";
export type { Deflate, Inflate } from "./ports/inflate.js";
export type { Logger, LogLevel } from "./ports/logger.js";
export type { Random } from "./ports/random.js";
export { defaultFrameLimits, type FrameLimits } from "./prefix-protocol/frame.js";
export { Credential, type CredentialParts } from "./signing/credential.js";
export { explainSignature, type SignatureExplanation } from "./signing/explain-signature.js";
export { sign } from "./signing/sign.js";
export {
  batchQueryStringToSign,
  channelLoginStringToSign,
  headerStringToSign,
  prefixLoginStringToSign,
} from "./signing/string-to-sign.js";
export { verify } from "./signing/verify.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as coreTypes from "./types.js";
