import { type CompiledOperation, compileOperation } from "@depthwire/core/internal";
import { coin, type Operation, spot, usdt, wallet } from "@depthwire/schema";
import type { OperationOf, RecordShape, Shape } from "@depthwire/schema/internal";
import { deployedParams } from "./deployed-forms.js";

/** An operation of which only its codecs know the types. */
export type AnyOperation = CompiledOperation<unknown, unknown>;

/** One published operation. */
export interface PublishedOperation {
  /** Such as `usdt.getDepth`. */
  readonly name: string;
  readonly compiled: AnyOperation;
  /** The same with the parameters as deployed clients send them. */
  readonly received: AnyOperation;
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

/** Every operation of both documents by name, such as `usdt.getDepth`. */
function namedOperations(): readonly (readonly [string, OperationOf<RecordShape, Shape>])[] {
  return Object.entries({ usdt, coin, spot, wallet }).flatMap(([family, operations]) =>
    Object.entries<unknown>(operations).flatMap(([name, operation]) =>
      isOperation(operation) ? [[`${family}.${name}`, operation] as const] : [],
    ),
  );
}

/** Every operation of both documents, compiled. Costs some time: do it once a server. */
export function publishedOperations(): readonly PublishedOperation[] {
  return namedOperations().map(([name, operation]) => published(name, operation));
}

function published(name: string, operation: OperationOf<RecordShape, Shape>): PublishedOperation {
  const params = deployedParams(name, operation.params);
  const compiled = compileOperation(operation) as unknown as AnyOperation;
  const isSame = params === operation.params;
  const received = isSame ? compiled : (compileOperation({ ...operation, params }) as unknown as AnyOperation);
  return { name, compiled, received };
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

/** Paths at which nothing can be changed: old clients post an empty question without a body or a type. @spec field note 26 */
export function emptyReads(): ReadonlySet<string> {
  const paths = (wanted: "reads" | "changes"): string[] =>
    namedOperations()
      .filter(([, { purpose }]) => (purpose === "read") === (wanted === "reads"))
      .flatMap(([, { path, alsoAt }]) => [path, ...alsoAt]);
  const changes = new Set(paths("changes"));
  return new Set(paths("reads").filter((path) => !changes.has(path)));
}
