import { shapeParts } from "@depthwire/core/internal";
import * as schema from "@depthwire/schema/internal";
import { familyModules } from "../api-docs/operations.js";
import { isTable, type TableShape } from "./field-table.js";

/** Every table that messages consist of, by name; those that only carry the parameters of one operation stand on its page. */
export function allTables(): ReadonlyMap<string, TableShape> {
  const found = new Map<string, TableShape>();
  for (const shape of allShapes()) {
    if (isTable(shape) && !shape.name.endsWith("-params") && !found.has(shape.name)) {
      found.set(shape.name, shape);
    }
  }
  return sorted(found);
}

/** Every table of values by name. One that is also sent as text, or is closed for requests, has the same members. */
export function allEnumerations(): ReadonlyMap<string, schema.EnumerationShape> {
  const found = new Map<string, schema.EnumerationShape>();
  for (const shape of allShapes()) {
    if (shape.kind === "enumeration" && !found.has(shape.name)) {
      found.set(shape.name, shape);
    }
  }
  return sorted(found);
}

/** Tables and values that a shape consists of, at any depth, itself first. */
export function partsOf(shape: schema.Shape): ReadonlySet<schema.Shape> {
  const seen = new Set<schema.Shape>();
  const visit = (part: schema.Shape): void => {
    if (!seen.has(part)) {
      seen.add(part);
      shapeParts(part).forEach(visit);
    }
  };
  visit(shape);
  return seen;
}

function allShapes(): readonly schema.Shape[] {
  const modules: readonly object[] = [schema, ...Object.values(familyModules)];
  const constants = modules.flatMap((module) => Object.values<unknown>({ ...module }));
  return constants.filter(isShape).flatMap((shape) => [...partsOf(shape)]);
}

const kinds: readonly string[] = ["record", "row", "single-key", "variants", "enumeration", "list", "map", "nullable"];

function isShape(value: unknown): value is schema.Shape {
  return typeof value === "object" && value !== null && "kind" in value && kinds.includes(String(value.kind));
}

function sorted<Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
