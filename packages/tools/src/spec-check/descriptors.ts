import { shapeParts } from "@depthwire/core/internal";
import type { Operation } from "@depthwire/schema";
import type { RecordShape, Shape, SingleKeyShape } from "@depthwire/schema/internal";
import * as schema from "@depthwire/schema/internal";

/** A shape that names itself and its section. */
export type NamedShape = Extract<Shape, { readonly name: string; readonly spec: string }>;

/** An operation under the name by which clients call it, such as `usdt.placeOrder`. */
export interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

const families = { usdt: schema.usdt, coin: schema.coin, spot: schema.spot, wallet: schema.wallet };

/** Every operation of the schema. */
export function allOperations(): NamedOperation[] {
  return Object.entries(families).flatMap(([family, module]) =>
    Object.values(module)
      .filter((value): value is Operation => isKind(value, "operation"))
      .map((operation) => ({ name: `${family}.${operation.name}`, operation })),
  );
}

/** Every named shape that the schema exports or that an exported one contains, once. */
export function allShapes(): NamedShape[] {
  const found = new Set<NamedShape>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    if (seen.has(shape)) {
      return;
    }
    seen.add(shape);
    if ("name" in shape && "spec" in shape) {
      found.add(shape);
    }
    shapeParts(shape).forEach(visit);
  };
  const exported = [schema, ...Object.values(families)].flatMap((module) => Object.values<unknown>({ ...module }));
  for (const value of exported) {
    if (isKind(value, "operation")) {
      visit((value as Operation).params);
      visit((value as Operation).result);
    } else if (isShape(value)) {
      visit(value);
    }
  }
  return [...found];
}

/** Every enumeration that a named shape uses, by the name of its table. */
export function allEnumerations(): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const shape of allShapes()) {
    for (const child of shapeParts(shape)) {
      if (child.kind === "enumeration") {
        found.set(child.name, new Set(Object.keys(child.members)));
      }
    }
  }
  return found;
}

/** The wire keys that a shape describes. */
export function keysOf(shape: NamedShape): string[] {
  if (shape.kind === "record") {
    return recordKeys(shape);
  }
  return shape.kind === "single-key" ? singleKeys(shape) : [];
}

function recordKeys(shape: RecordShape): string[] {
  return Object.values(shape.fields).flatMap((field) => field.wireKeys);
}

function singleKeys(shape: SingleKeyShape): string[] {
  return Object.values(shape.entries).map((entry) => entry.wireKey);
}

/** Whether `section` of the inventory is what a descriptor's `spec` cites, or a part of it. */
export function cites(spec: string, document: string, section: string): boolean {
  const row = `${document}, ${section}`;
  return spec.split(";").some((citation) => row === citation.trim() || row.startsWith(`${citation.trim()}, `));
}

const shapeKinds = new Set<string>(["record", "row", "single-key", "variants", "list", "map", "nullable"]);

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && "kind" in value && shapeKinds.has(String(value.kind));
}

function isKind(value: unknown, kind: string): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
