export type { HmacMd5 } from "./digest/hmac-md5.js";
export type { DepthwireErrorJson, DepthwireErrorOptions } from "./error/depthwire-error.js";
export type { ErrorEntry } from "./error/error-codes.js";
export type {
  FileChange,
  LeaseErrorCode,
  LeaseErrorDetails,
  NoDetails,
  OutcomeErrorDetails,
  ProtocolErrorCode,
  ProtocolErrorDetails,
  RecordingErrorCode,
  RecordingErrorDetails,
  RecordingPlace,
  RelayErrorCode,
  RelayErrorDetails,
  SnapshotBound,
  SnapshotErrorCode,
  SnapshotErrorDetails,
  SnapshotObstacle,
  StoreErrorCode,
  StoreErrorDetails,
  TransportErrorCode,
  TransportErrorDetails,
  ValidationErrorCode,
  ValidationErrorDetails,
  ValuePath,
  VenueErrorDetails,
} from "./error/error-details.js";
export type { ErrorFacts } from "./error/error-facts.js";
export type { UnknownVenueCode } from "./error/venue-error.js";
export type { AbortListeners } from "./ports/abort-listeners.js";
export type { HttpCallLimits } from "./ports/http-client.js";
export type { TickerOrderFound } from "./prefix-protocol/rows/ticker.js";
export type { PushEvent, PushedKline } from "./push-event.js";
export type { SignatureFinding, SignedText } from "./signing/explain-signature.js";
