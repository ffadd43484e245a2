import { compileOperation } from "@depthwire/core/internal";
import type { Operation } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import type { AnyCompiled } from "./request-sender.js";

/** Operations with their codecs, each compiled when it is first called. */
export class CompiledOperations {
  readonly #compiled = new Map<Operation, AnyCompiled>();

  of(operation: Operation): AnyCompiled {
    const known = this.#compiled.get(operation);
    if (known !== undefined) {
      return known;
    }
    // The operation's own types were told apart by the caller; inside all are alike.
    const compiled = compileOperation(operation as OperationOf<RecordShape, Shape>) as unknown as AnyCompiled;
    this.#compiled.set(operation, compiled);
    return compiled;
  }
}
