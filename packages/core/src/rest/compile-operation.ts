import type { Operation, ParamsOf, ResultOf } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import { type Codec, compileRecord } from "../record/compile.js";

/** An operation with the codecs of its parameters and its result. */
export interface CompiledOperation<Params, Result> {
  readonly operation: Operation;
  readonly params: Codec<Params>;
  readonly result: Codec<Result>;
}

/** Compiles an operation. Costs some time: do it once an operation. */
export function compileOperation<Params extends RecordShape, Result extends Shape>(
  operation: OperationOf<Params, Result>,
): CompiledOperation<ParamsOf<OperationOf<Params, Result>>, ResultOf<OperationOf<Params, Result>>> {
  return { operation, params: compileRecord(operation.params), result: compileRecord(operation.result) };
}
