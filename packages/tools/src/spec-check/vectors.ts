import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allOperations, allShapes } from "./descriptors.js";
import type { Evidence } from "./evidence.js";
import { Exercised } from "./exercised.js";

/** A golden vector of one record, row or message. `wire` is JSON text, since numbers above 2^53 are in it. */
interface RecordVector {
  readonly id: string;
  /** Name of the shape. */
  readonly descriptor: string;
  readonly wire: string;
}

/** A golden vector of one operation. */
interface OperationVector {
  readonly id: string;
  /** For example `usdt.placeOrder`. */
  readonly operation: string;
  /** JSON text of the parameters as they are sent, whatever carries them. */
  readonly paramsWire: string;
  /** JSON text of the result without its envelope; absent where the operation answers none. */
  readonly resultWire?: string;
}

/** Walks every golden vector whose test passed. Answers what they went through, and the operations among them. */
export function exerciseVectors(folder: string, evidence: Evidence): { exercised: Exercised; operations: Set<string> } {
  const exercised = new Exercised();
  const operations = new Set<string>();
  const shapes = new Map(allShapes().map((shape) => [shape.name, shape]));
  for (const vector of read<RecordVector>(folder, "records.json")) {
    const shape = shapes.get(vector.descriptor);
    if (shape !== undefined && evidence.vectors.has(vector.id)) {
      exercised.walk(shape, JSON.parse(vector.wire));
    }
  }
  const byName = new Map(allOperations().map(({ name, operation }) => [name, operation]));
  for (const vector of read<OperationVector>(folder, "operations.json")) {
    const operation = byName.get(vector.operation);
    if (operation === undefined || !evidence.vectors.has(vector.id)) {
      continue;
    }
    operations.add(vector.operation);
    exercised.walk(operation.params, JSON.parse(vector.paramsWire));
    if (vector.resultWire !== undefined) {
      exercised.walk(operation.result, JSON.parse(vector.resultWire));
    }
  }
  return { exercised, operations };
}

function read<T>(folder: string, file: string): readonly T[] {
  return (JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly cases: readonly T[] }).cases;
}
