import { type CompiledOperation, compileOperation } from "@depthwire/core/internal";
import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";

/** An operation of which only its codecs know the types. */
export type AnyOperation = CompiledOperation<unknown, unknown>;

/** One published operation. */
export interface PublishedOperation {
  /** Such as `usdt.getDepth`. */
  readonly name: string;
  readonly compiled: AnyOperation;
}

/** One address with the operations that are published there: those of the batch query differ by their command. */
export interface PublishedAddress {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operations: readonly [PublishedOperation, ...PublishedOperation[]];
}

function isOperation(value: unknown): value is OperationOf<RecordShape, Shape> {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}

/** Every operation of both documents, compiled. Costs some time: do it once a server. */
export function publishedOperations(): readonly PublishedOperation[] {
  return Object.entries({ usdt, coin, spot, wallet }).flatMap(([family, operations]) =>
    Object.entries<unknown>(operations).flatMap(([name, operation]) =>
      isOperation(operation)
        ? [{ name: `${family}.${name}`, compiled: compileOperation(operation) as unknown as AnyOperation }]
        : [],
    ),
  );
}

/** Every address that these operations are published at. */
export function publishedAddresses(operations: readonly PublishedOperation[]): readonly PublishedAddress[] {
  const found = new Map<string, PublishedAddress>();
  for (const published of operations) {
    const { method, path, alsoAt }: Operation = published.compiled.operation;
    for (const each of [path, ...alsoAt]) {
      const key = `${method} ${each}`;
      const known = found.get(key);
      const all: PublishedAddress["operations"] = known === undefined ? [published] : [...known.operations, published];
      found.set(key, { method, path: each, operations: all });
    }
  }
  return [...found.values()];
}
