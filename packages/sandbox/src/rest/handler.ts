import { type CompiledOperation, compileOperation, encodeResponse } from "@depthwire/core/internal";
import type { AccountId } from "@depthwire/exchange/internal";
import type { InputOf, Operation, ValueOf, VenueCode } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import type { RestServices } from "./rest-services.js";

/** The venue says no. */
export class Refusal {
  readonly code: VenueCode;

  constructor(code: VenueCode) {
    this.code = code;
  }
}

/** A refusal with this code. */
export function refused(code: VenueCode): Refusal {
  return new Refusal(code);
}

/** What a handler returns: the operation's result, or a refusal. */
export type Answer<Result> = InputOf<Result> | Refusal;

/** A request whose sender is known and whose parameters are read, but not yet decoded. */
export interface ReceivedCall {
  /** The parameters as they stand on the wire. */
  readonly params: unknown;
  /** Whose request it is; 0 for a public one. */
  readonly account: AccountId;
  /** Echoed in the answer of a batch command. */
  readonly index?: number;
}

/** Answers one operation of the documents. */
export interface Handler {
  readonly operation: Operation;
  /** The parameters as deployments take them: some of those that the documents require may be absent. */
  readonly tolerantParams: RecordShape;
  /**
   * @returns the answer's JSON text in the operation's envelope
   * @throws ProtocolError when the parameters do not fit their descriptor
   */
  readonly answer: (call: ReceivedCall, services: RestServices) => string | Refusal;
}

/** A handler with the name of its operation, `usdt.getDepth`. */
export interface NamedHandler {
  readonly name: string;
  readonly handler: Handler;
}

/** The operations that share one address: at least one. */
export type Handlers = readonly [NamedHandler, ...NamedHandler[]];

/** Answers a public operation: decoded parameters in, result or refusal out. */
export function publicHandler<Params extends RecordShape, Result extends Shape>(
  operation: OperationOf<Params, Result>,
  answer: (params: ValueOf<Params>, services: RestServices) => Answer<ValueOf<Result>>,
): Handler {
  return signedHandler(operation, (params, _account, services) => answer(params, services));
}

/** Answers an operation of an account: decoded parameters and the account in, result or refusal out. */
export function signedHandler<Params extends RecordShape, Result extends Shape>(
  operation: OperationOf<Params, Result>,
  answer: (params: ValueOf<Params>, account: AccountId, services: RestServices) => Answer<ValueOf<Result>>,
): Handler {
  return tolerantHandler(operation, operation.params, answer);
}

/**
 * As {@link signedHandler}, for an operation that deployments ask with fewer parameters than the documents require.
 *
 * @param params the operation's parameters with those optional that may be absent; what the documents require is checked before
 * @spec field notes 23 and 26
 */
export function tolerantHandler<Params extends RecordShape, Result extends Shape>(
  operation: OperationOf<RecordShape, Result>,
  params: Params,
  answer: (params: ValueOf<Params>, account: AccountId, services: RestServices) => Answer<ValueOf<Result>>,
): Handler {
  const compiled: CompiledOperation<ValueOf<Params>, ValueOf<Result>> = compileOperation({ ...operation, params });
  return {
    operation,
    tolerantParams: params,
    answer: ({ params: wire, account, index }, services) => {
      const result = answer(compiled.params.decode(wire), account, services);
      return result instanceof Refusal ? result : encodeResponse(compiled, result, index);
    },
  };
}
