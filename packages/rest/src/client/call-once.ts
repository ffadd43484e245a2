import { type HttpClient, type HttpRequest, ValidationError } from "@depthwire/core";
import {
  type CompiledOperation,
  checkParams,
  compileOperation,
  decodeResponse,
  encodePublicRequest,
} from "@depthwire/core/internal";
import type { InputOf, Operation, PassedOf, ResultOf } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import type { AnyCompiled } from "./request-sender.js";

/** Writes the request of a signed operation: what `signHeaders` and `signForm` make. */
export interface RequestSigner {
  /** @throws ValidationError `option-invalid` for an operation that is signed in another way */
  readonly write: (
    operation: CompiledOperation<unknown, unknown>,
    params: InputOf<unknown>,
  ) => { readonly request: HttpRequest; readonly commandIndex?: number };
}

/** What one call is made with. */
export interface OnceOptions {
  /** Base address of the family that the operation belongs to. */
  readonly address: string;
  readonly http: HttpClient;
  /** Signs the request; without one only public operations can be called. */
  readonly signer?: RequestSigner | undefined;
  /** Ends the call. The caller's own time limit belongs here. */
  readonly signal?: AbortSignal | undefined;
  /** Most bytes of an answer; default 8 MiB. */
  readonly maxAnswerBytes?: number | undefined;
}

/**
 * Calls one operation once: checked, signed, sent and decoded, and nothing else. No throttle, no repetition, no measured time: for pages and
 * functions that ask one thing, where each byte counts. Operations that must not be repeated, such as orders, are refused: they need a
 * {@link Caller}, which knows what it sent.
 *
 * @throws ValidationError `value-invalid`, `option-invalid`: nothing was sent
 * @throws VenueError when the venue refused
 * @throws TransportError `connect-failed`, `connection-lost`, `aborted`
 * @throws ProtocolError `response-not-json`, `response-shape`, `text-too-long`
 */
export async function callOnce<Op extends Operation>(
  operation: Op,
  params: PassedOf<Op>,
  options: OnceOptions,
): Promise<ResultOf<Op>> {
  const { address, http, signer, signal, maxAnswerBytes = 8_388_608 } = options;
  if (operation.repeat === "never") {
    throw new ValidationError("option-invalid", { option: "operation", rule: "one that may be repeated" });
  }
  // The operation's own types were told apart by the caller; inside all are alike.
  const compiled = compileOperation(operation as OperationOf<RecordShape, Shape>) as unknown as AnyCompiled;
  const passed = params as InputOf<unknown>;
  checkParams(compiled, passed, {});
  const written: ReturnType<RequestSigner["write"]> =
    operation.auth === "none" || signer === undefined
      ? { request: encodePublicRequest(compiled, passed) }
      : signer.write(compiled, passed);
  const limits = { maxBodyBytes: maxAnswerBytes, ...(signal && { signal }) };
  const response = await http(address, written.request, limits);
  return decodeResponse(compiled, response, written.commandIndex) as ResultOf<Op>;
}
