import { type Operation, venueCodes } from "@depthwire/schema";
import { answer, type Envelope, envelopes, failure, legacyFailure, record } from "@depthwire/schema/internal";
import { decodeUtf8 } from "../bytes/utf8.js";
import type { DepthwireErrorOptions } from "../error/depthwire-error.js";
import { ProtocolError } from "../error/protocol-error.js";
import { isKnownVenueCode, VenueError } from "../error/venue-error.js";
import { defaultJsonLimits, hasKey, isJsonObject, type JsonLimits, type JsonValue } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import type { HttpResponse } from "../ports/http-client.js";
import { compileRecord } from "../record/compile.js";
import type { CompiledOperation } from "./compile-operation.js";

// What may be ignored is not even read: an odd `cmd` or `ver` spoils no answer.
const answerCodec = /* @__PURE__ */ compileRecord(
  record(
    answer.name,
    { state: answer.fields.state, result: answer.fields.result, index: answer.fields.index },
    { spec: answer.spec },
  ),
);
const failureCodec = /* @__PURE__ */ compileRecord(
  record(
    failure.name,
    { venueCode: failure.fields.venueCode, message: failure.fields.message },
    { spec: failure.spec },
  ),
);
const legacyFailureCodec = /* @__PURE__ */ compileRecord(legacyFailure);

/**
 * Decodes the answer of an operation: its result, or exactly one typed error.
 * An error is `ambiguous` when the operation must not be repeated and the venue may have carried it out all the same.
 *
 * @param commandIndex the index that a batch command was sent with
 * @throws VenueError when the venue refused; ProtocolError `response-not-json` for an HTML page or an empty body,
 *   `response-shape` for JSON that the operation does not answer
 * @spec document 1, What the service does; document 1, Errors; document 2, Endpoints; field notes 24 and 25
 */
export function decodeResponse<Params, Result>(
  { operation, result: codec }: CompiledOperation<Params, Result>,
  response: HttpResponse,
  commandIndex?: number,
  limits: JsonLimits = defaultJsonLimits,
): Result {
  const { status } = response;
  const wire = parseBody(operation, response, limits);
  const refusal = shaped(operation, status, () => readRefusal(wire));
  if (refusal !== undefined) {
    throw new VenueError(
      { ...refusal, operation: operation.name },
      refusalOptions(operation, refusal.venueCode, status, tellsSuccess(wire)),
    );
  }
  return shaped(operation, status, () => {
    if (status < 200 || status > 299) {
      throw new ProtocolError("message-shape", { path: "", expected: "a failure, as the HTTP status is one" });
    }
    return readResult(envelopes[operation.envelope], wire, commandIndex, codec.decode);
  });
}

function parseBody(operation: Operation, { status, body }: HttpResponse, limits: JsonLimits): JsonValue {
  try {
    return parseExact(decodeUtf8(body, 0, body.length), limits);
  } catch (cause) {
    throw new ProtocolError(
      "response-not-json",
      { operation: operation.name, found: foundInstead(body), status },
      { ...uncertainty(operation, status), cause },
    );
  }
}

const markup = 0x3c;

function foundInstead(body: Uint8Array): "empty" | "html" | "other" {
  const first = body.find((byte) => byte > 0x20);
  if (first === undefined) {
    return "empty";
  }
  return first === markup ? "html" : "other";
}

/** Runs a reader of the answer's JSON; what is wrong with its shape becomes one error that says of which answer. */
function shaped<Value>(operation: Operation, status: number, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) {
      throw cause;
    }
    const path = "path" in cause.details ? cause.details.path : "";
    throw new ProtocolError(
      "response-shape",
      { operation: operation.name, path, status },
      { ...uncertainty(operation, status), cause },
    );
  }
}

/** The venue may have acted, whatever it answered; the same call is safe again only where repeating is. */
function uncertainty(operation: Operation, status: number): DepthwireErrorOptions {
  return { ambiguous: operation.repeat === "never", retryable: operation.repeat === "freely" && status >= 500 };
}

interface Refusal {
  readonly venueCode: number;
  readonly published: string;
}

/** Both forms of a failure are read from every operation. */
function readRefusal(wire: JsonValue): Refusal | undefined {
  if (hasKey(wire, "error")) {
    const { error } = legacyFailureCodec.decode(wire);
    return { venueCode: error.code, published: error.message };
  }
  if (answerCodec.decode(wire).state ?? 0) {
    const refused = failureCodec.decode(wire);
    return { venueCode: refused.venueCode, published: refused.message ?? "" };
  }
  return undefined;
}

/** Whether a refusal has what only a success has: `state` 0, or the id of an order. */
function tellsSuccess(wire: JsonValue): boolean {
  return isJsonObject(wire) && (wire.state === 0 || Boolean(wire.order_id));
}

/**
 * A gateway refuses in the venue's forms with codes of its own, often those of HTTP, behind the venue as well as before it. Of codes that no table has, those of the
 * table's groups of refusals are believed, where HTTP says nothing against it.
 */
function refusalOptions(
  { repeat }: Operation,
  code: number,
  status: number,
  mayHaveActed: boolean,
): DepthwireErrorOptions {
  const entry = isKnownVenueCode(code) ? venueCodes[code] : undefined;
  const isUnclear = entry?.ambiguous ?? (status !== 200 || code < 2000 || code > 3999);
  const ambiguous = repeat === "never" && (mayHaveActed || status >= 500 || isUnclear);
  return { ambiguous, retryable: !ambiguous && entry?.retryable === true };
}

function readResult<Result>(
  envelope: Envelope,
  wire: JsonValue,
  commandIndex: number | undefined,
  decode: (wire: unknown, within?: string) => Result,
): Result {
  if (envelope.result === "whole-body") {
    return decode(wire);
  }
  const { state, result, index } = answerCodec.decode(wire);
  if (envelope.state === "always" && state === undefined) {
    throw new ProtocolError("message-shape", { path: "state", expected: "0 or a failure code" });
  }
  if (commandIndex !== undefined && index !== commandIndex) {
    throw new ProtocolError("message-shape", { path: "index", expected: `the command's own, ${commandIndex}` });
  }
  switch (envelope.result) {
    case "beside-state":
    case "none":
      return decode(wire);
    case "under-result":
      return decode(result, "result");
  }
}
