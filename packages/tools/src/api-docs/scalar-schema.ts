import type { Shape, TimeShape } from "@depthwire/schema/internal";

/** Shapes that hold no other shape and have no table. */
type ScalarShape = Exclude<
  Shape,
  { kind: "record" | "row" | "single-key" | "variants" | "enumeration" | "list" | "map" | "nullable" }
>;

/** JSON Schema of a scalar in the form that is sent. */
export function scalarSchema(shape: ScalarShape): JsonSchema {
  switch (shape.kind) {
    case "text":
      return { type: "string", ...(shape.brand === undefined ? {} : { "x-kind": shape.brand }) };
    case "integer":
      return shape.wire === "text"
        ? { type: "string", pattern: "^-?[0-9]+$" }
        : integerSchema(bound(shape.min), bound(shape.max));
    case "decimal":
      return { ...decimalSchema(shape.wire, shape.suffix), "x-kind": shape.brand };
    case "identifier":
      return shape.wire === "text"
        ? { type: "string", "x-kind": shape.brand }
        : { type: "integer", format: "int64", "x-kind": shape.brand };
    case "time":
      return timeSchema(shape);
    case "literal":
      return { const: shape.value };
    case "flag":
      return flagSchema(shape.wire);
    case "anything":
      return {};
  }
}

/** An integer with the bounds that are known. */
export function integerSchema(minimum: number | undefined, maximum: number | undefined): JsonSchema {
  return {
    type: "integer",
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** A bound that only says "fits a double" is left out. */
function bound(value: number): number | undefined {
  return Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

function decimalSchema(wire: "text" | "number", suffix: string | undefined): JsonSchema {
  if (wire === "number") {
    return { type: "number" };
  }
  return { type: "string", pattern: `^[-+]?[0-9]+(\\.[0-9]+)?${suffix ?? ""}$` };
}

function timeSchema(shape: TimeShape): JsonSchema {
  switch (shape.wire) {
    case "milliseconds":
      return { type: "integer", format: "int64", "x-unit": "milliseconds since 1970" };
    case "milliseconds-text":
      return { type: "string", pattern: "^[0-9]+$", "x-unit": "milliseconds since 1970" };
    case "iso-8601":
      return { type: "string", format: "date-time" };
  }
}

function flagSchema(wire: "boolean" | "integer" | "integer-text"): JsonSchema {
  switch (wire) {
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { enum: [0, 1] };
    case "integer-text":
      return { enum: ["0", "1"] };
  }
}

/** A JSON Schema 2020-12 as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };
