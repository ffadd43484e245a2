import type { Operation, OperationsOf, PassedOf, ResultOf } from "@depthwire/schema";
import type { CallOptions } from "./call-options.js";

/**
 * The function of one operation. Parameters may be left out where none is required. One that has none takes an empty object in their place, and
 * nothing else: options that slipped there would be dropped without a word.
 */
export type OperationFunction<Op> =
  Record<never, never> extends PassedOf<Op>
    ? (
        params?: [keyof PassedOf<Op>] extends [never] ? Record<string, never> : PassedOf<Op>,
        options?: CallOptions,
      ) => Promise<ResultOf<Op>>
    : (params: PassedOf<Op>, options?: CallOptions) => Promise<ResultOf<Op>>;

/** A function for each operation of a family, each with the sentence of its descriptor. */
export type OperationFunctions<Family> = {
  readonly [Name in keyof OperationsOf<Family>]: OperationFunction<OperationsOf<Family>[Name]>;
};

/** Anything that makes calls. */
export interface CallMaker {
  call<Op extends Operation>(operation: Op, params: PassedOf<Op>, options?: CallOptions): Promise<ResultOf<Op>>;
}

/** Derives the functions of a family from its table of operations. */
export function operationFunctions<Family extends object>(
  maker: CallMaker,
  family: Family,
): OperationFunctions<Family> {
  const functions = Object.entries(family).flatMap(([name, operation]: [string, unknown]) =>
    isOperation(operation)
      ? [[name, (params: object = {}, options?: CallOptions) => maker.call(operation, params as never, options)]]
      : [],
  );
  return Object.fromEntries(functions) as OperationFunctions<Family>;
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
