import type { InventoryRow } from "../spec-inventory/row.js";
import { allOperations } from "./descriptors.js";
import { Ownership, type Proof } from "./ownership.js";

/** A fact of the specification without an owner. */
export interface MissingRow {
  readonly id: string;
  readonly why: string;
}

/** What `npm run spec-check -- --json` prints last. */
export interface SpecCheckResult {
  /** Facts of the inventory, and one handler for each operation. */
  readonly rows: number;
  readonly owned: number;
  readonly missing: readonly MissingRow[];
}

/** Holds the inventory against descriptors, passed tests and vectors, and the sandbox's handlers. */
export function checkSpecification(
  inventory: readonly InventoryRow[],
  proof: Proof,
  handled: ReadonlySet<string>,
): SpecCheckResult {
  const ownership = new Ownership(proof);
  const unowned = inventory.flatMap((row) => {
    const why = ownership.lackOf(row);
    return why === undefined ? [] : [{ id: row.id, why }];
  });
  const operations = allOperations().map(({ name }) => name);
  const unhandled = operations
    .filter((name) => !handled.has(name))
    .map((name) => ({ id: `handler/${name}`, why: "the sandbox has no handler" }));
  const rows = inventory.length + operations.length;
  const missing = [...unowned, ...unhandled];
  return { rows, owned: rows - missing.length, missing };
}
