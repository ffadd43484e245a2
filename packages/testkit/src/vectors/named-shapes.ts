import { shapeParts } from "@depthwire/core/internal";
import type { Decoding, Shape } from "@depthwire/schema/internal";
import * as schema from "@depthwire/schema/internal";

/** Every shape with a name that the schema exports or that an exported one contains, by its name. */
export function namedShapes(): ReadonlyMap<string, Decoding<Shape, NonNullable<unknown>>> {
  const found = new Map<string, Decoding<Shape, NonNullable<unknown>>>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    if (seen.has(shape)) {
      return;
    }
    seen.add(shape);
    if ("name" in shape && shape.kind !== "enumeration") {
      found.set(shape.name, shape);
    }
    shapeParts(shape).forEach(visit);
  };
  const modules: readonly object[] = [schema, schema.usdt, schema.coin, schema.spot, schema.wallet];
  for (const value of modules.flatMap((module) => Object.values<unknown>({ ...module }))) {
    if (isComposite(value)) {
      visit(value);
    }
  }
  return found;
}

const composites = ["record", "row", "single-key", "variants", "list", "map", "nullable"];

function isComposite(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && "kind" in value && composites.includes(String(value.kind));
}
