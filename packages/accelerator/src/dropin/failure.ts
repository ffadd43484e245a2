import {
  type DepthwireError,
  OrderOutcomeUnknown,
  ProtocolError,
  StoreError,
  TransportError,
  ValidationError,
  VenueError,
} from "@depthwire/core";
import { encodeRefusal } from "@depthwire/core/internal";
import { type Operation, type VenueCode, venueCodes } from "@depthwire/schema";
import type { Refusal, RefusalCode } from "../guard/refusal.js";
import { isTooFrequent, mayGoOutAgain } from "../mirror/patience.js";
import { jsonText, RefusedError, refuse, type TextAnswer } from "../server/answer.js";
import { plainWords } from "./plain-words.js";

/** What the venue refuses wrong parameters with. @spec document 1, Errors */
const wrongParameters: VenueCode = 3000;

/** Seconds after which a call that found the queue full may be tried again. */
const retryAfterS = "1";

/** How far the answer came from: the venue's own refusals and the accelerator's are told apart. */
const fromHere = { "x-depthwire-source": "accelerator" } as const;

/** What exactly was wrong with a request that was refused in the venue's words. */
export const reasonHeader = "x-depthwire-reason";

/** Longest reason, in characters: it repeats what was sent. */
const maxReasonLength = 300;

/**
 * A refusal that the venue would make, to the letter: HTTP says that all is well.
 *
 * @param reason what is wrong, for people: it stands in a header, since clients may know the table's text
 * @spec document 1, Errors; field notes 24 and 25
 */
export function refuseAsVenue(operation: Operation, code: VenueCode, reason: string): TextAnswer {
  const printable = reason.replace(/[^ -~]/g, "?").slice(0, maxReasonLength);
  const { publishedText, meaning } = venueCodes[code];
  return jsonText(encodeRefusal(operation, code, publishedText ?? meaning), { [reasonHeader]: printable });
}

/**
 * What a call is answered that failed. What the venue refused, or would refuse, looks as the venue's answer does; whatever else happened has an HTTP
 * status of its own.
 *
 * @throws what is no failure of a call
 */
export function failureOf(operation: Operation, error: unknown): TextAnswer {
  if (error instanceof VenueError && (!isTooFrequent(error) || !mayGoOutAgain(operation))) {
    return jsonText(encodeRefusal(operation, error.venueCode, error.details.published));
  }
  if (isWrongInput(error)) {
    return refuseAsVenue(
      operation,
      wrongParameters,
      error instanceof ValidationError ? plainWords(error) : error.message,
    );
  }
  const refusal = refusalOf(error);
  return refuse(refusal, { ...fromHere, ...(refusal.code === "queue-full" ? { "retry-after": retryAfterS } : {}) });
}

/** The same for addresses of the accelerator's own. @throws what is no failure of a call */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedError) {
    return error.refusal;
  }
  if (isTooFrequent(error)) {
    const message = "The service found the calls of this key too frequent for too long: end other programs that use it";
    return { status: 503, code: "queue-full", message };
  }
  if (error instanceof VenueError) {
    return { status: 422, code: "venue-refused", message: plainWords(error) };
  }
  if (error instanceof OrderOutcomeUnknown) {
    return refusalFrom(504, "outcome-unknown", error);
  }
  if (error instanceof StoreError) {
    return refusalFrom(503, "not-kept", error);
  }
  if (error instanceof ValidationError) {
    const code = ownRules.get(error.code);
    return code === undefined ? refusalFrom(400, "value-invalid", error) : refusalFrom(422, code, error);
  }
  if (error instanceof TransportError && error.code in transportRefusals) {
    const [status, code] = transportRefusals[error.code as keyof typeof transportRefusals];
    return refusalFrom(status, code, error);
  }
  if (error instanceof TransportError || error instanceof ProtocolError) {
    return refusalFrom(502, "venue-silent", error);
  }
  throw error;
}

/** What the caller's own limits and the market's rules refuse before anything is sent. */
const ownRules: ReadonlyMap<string, RefusalCode> = new Map([
  ["halted", "halted"],
  ["limit-exceeded", "limit-exceeded"],
  ["market-rule", "market-rule"],
]);

const transportRefusals = {
  "queue-full": [503, "queue-full"],
  "timed-out": [504, "venue-silent"],
  "not-placed": [503, "not-placed"],
} as const;

function refusalFrom(status: Refusal["status"], code: RefusalCode, error: DepthwireError): Refusal {
  return { status, code, message: plainWords(error) };
}

/** Parameters of a request that no operation takes: the request's fault, found before anything was sent. */
function isWrongInput(error: unknown): error is ProtocolError | ValidationError {
  if (error instanceof ValidationError) {
    return error.code === "value-invalid";
  }
  return error instanceof ProtocolError && error.code !== "response-shape" && error.code !== "response-not-json";
}
