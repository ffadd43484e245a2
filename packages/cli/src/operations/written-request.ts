import { batchQueryStringToSign, type Credential, type HttpRequest, headerStringToSign } from "@depthwire/core";
import {
  checkParams,
  compileOperation,
  decodeForm,
  encodeBatchRequest,
  encodePublicRequest,
  encodeSignedRequest,
} from "@depthwire/core/internal";
import type { InputOf, Operation } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";

/** A request as it would be sent, and what its signature is made of. */
export interface WrittenRequest {
  readonly request: HttpRequest;
  /** Undefined where nothing is signed. */
  readonly stringToSign: string | undefined;
}

/** What a request is written with. */
export interface WritingParts {
  /** Undefined for public operations. */
  readonly credential: Credential | undefined;
  readonly timestampMs: number;
  readonly serviceName: string;
}

/** What is echoed; the request has one command. */
const onlyCommand = 1;

/** @throws ValidationError `value-invalid` for parameters that cannot be sent */
export function checkRequest(operation: Operation, params: Readonly<Record<string, unknown>>): void {
  checkParams(compileOperation(operation as OperationOf<RecordShape, Shape>), params as never);
}

/**
 * Writes the request of a call without sending it.
 *
 * @throws ValidationError `value-invalid`
 */
export function writeRequest(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  { credential, timestampMs, serviceName }: WritingParts,
): WrittenRequest {
  const compiled = compileOperation(operation as OperationOf<RecordShape, Shape>);
  const passed = params as InputOf<unknown>;
  checkParams(compiled, passed as never);
  if (operation.auth === "none" || credential === undefined) {
    return { request: encodePublicRequest(compiled, passed as never), stringToSign: undefined };
  }
  if (operation.auth === "signed-form") {
    const request = encodeBatchRequest(compiled, passed as never, credential, onlyCommand);
    const commands = decodeForm(request.body ?? "").get("cmds") ?? "";
    return { request, stringToSign: batchQueryStringToSign(commands) };
  }
  const signing = { credential, timestampMs, serviceName };
  const request = encodeSignedRequest(compiled, passed as never, signing);
  return { request, stringToSign: headerStringToSign(timestampMs, request.body ?? "") };
}
