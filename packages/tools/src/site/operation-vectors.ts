import { loadOperationVectors, type OperationVector } from "@depthwire/testkit";
import type { FamilyOperation } from "../api-docs/operations.js";

/** The first vector of each operation, whose parameters and exchange its page shows. */
export function firstVectors(): ReadonlyMap<string, OperationVector> {
  return new Map(
    loadOperationVectors()
      .cases.toReversed()
      .map((vector) => [vector.operation, vector]),
  );
}

/** @throws Error where the operation has none */
export function vectorOf(
  { family, operation }: FamilyOperation,
  vectors: ReadonlyMap<string, OperationVector>,
): OperationVector {
  const vector = vectors.get(`${family}.${operation.name}`);
  if (vector === undefined) {
    throw new Error(`no vector of ${family}.${operation.name}`);
  }
  return vector;
}
