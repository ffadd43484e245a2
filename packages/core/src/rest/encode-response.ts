import type { InputOf, Operation } from "@depthwire/schema";
import { answer, type Envelope, envelopes, failure, legacyFailure } from "@depthwire/schema/internal";
import { type JsonWritable, writeOrdered } from "../json/write-ordered.js";
import { compileRecord, encodeJson } from "../record/compile.js";
import { isObject } from "../record/is-object.js";
import type { CompiledOperation } from "./compile-operation.js";

const answerCodec = /* @__PURE__ */ compileRecord(answer);
const failureCodec = /* @__PURE__ */ compileRecord(failure);
const legacyFailureCodec = /* @__PURE__ */ compileRecord(legacyFailure);

/**
 * Writes the answer of an operation that went well, in the operation's envelope.
 *
 * @param index echo of a batch command's index; other envelopes have none
 * @throws ValidationError `value-invalid`
 * @spec document 1, What the service does; document 2, Endpoints; field notes 24 and 25
 */
export function encodeResponse<Params, Result>(
  { operation, result: codec }: CompiledOperation<Params, Result>,
  result: InputOf<Result>,
  index?: number,
): string {
  const envelope: Envelope = envelopes[operation.envelope];
  const payload = codec.encode(result);
  const state = envelope.state === "always" ? { state: 0 } : {};
  const around = {
    ...(envelope.command ? { command: commandEcho(operation) } : {}),
    ...(envelope.index && index !== undefined ? { index } : {}),
    ...(envelope.version === undefined ? {} : { version: envelope.version }),
  };
  switch (envelope.result) {
    case "whole-body":
      return writeOrdered(payload);
    case "beside-state":
      return writeOrdered({
        ...keysOf(answerCodec.encode(state)),
        ...keysOf(payload),
        ...keysOf(answerCodec.encode(around)),
      });
    case "none":
      return encodeJson(answerCodec, { ...state, ...around });
    case "under-result":
      // `anything` takes no null, but a result may be null.
      return encodeJson(answerCodec, { ...state, result: payload as NonNullable<JsonWritable>, ...around });
  }
}

/** What `cmd` echoes: the command, or the last word of the path. */
export function commandEcho(operation: Operation): string {
  return operation.command ?? operation.path.slice(operation.path.lastIndexOf("/") + 1);
}

function keysOf(wire: JsonWritable): Readonly<Record<string, JsonWritable | undefined>> {
  return isObject(wire) ? (wire as Readonly<Record<string, JsonWritable>>) : {};
}

/**
 * Writes the answer of an operation that was refused, in the form that its envelope has for failures.
 *
 * @param message the venue's words, for people
 * @spec document 1, Errors; field notes 24, 25 and 38
 */
export function encodeRefusal(operation: Operation, venueCode: number, message: string): string {
  switch (envelopes[operation.envelope].failure) {
    case "state":
      return encodeJson(failureCodec, { venueCode, message, command: commandEcho(operation) });
    case "state-without-command":
      return encodeJson(failureCodec, { venueCode, message });
    case "error-object":
      return encodeJson(legacyFailureCodec, { error: { code: venueCode, message } });
  }
}
