import type { Presence, Shape } from "@depthwire/schema";
import { isObject } from "./is-object.js";

/**
 * Whether a decoded value could belong to a shape: enough to choose among variants, no check of its content. An object belongs to a
 * table whose tags it equals and whose required names it all has.
 */
export function fitsShape(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "text":
    case "decimal":
    case "identifier":
    case "enumeration":
      return typeof value === "string";
    case "integer":
    case "time":
      return typeof value === "number";
    case "literal":
      return value === shape.value;
    case "flag":
      return typeof value === "boolean";
    case "anything":
      return true;
    case "list":
      return Array.isArray(value);
    case "map":
      return isObject(value);
    case "nullable":
      return value === null || fitsShape(shape.value, value);
    case "record":
    case "row":
      return isObject(value) && fitsTable(shape.fields, value);
    case "single-key":
      return isObject(value) && typeof value["kind"] === "string" && Object.hasOwn(shape.entries, value["kind"]);
    case "variants":
      return shape.alternatives.some((alternative) => fitsShape(alternative.shape, value));
  }
}

interface TableField {
  readonly presence: Presence;
  readonly shape: Shape;
}

function fitsTable(fields: Readonly<Record<string, TableField>>, value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(([name, { presence, shape }]) => {
    if (presence === "tag") {
      return shape.kind === "literal" && value[name] === shape.value;
    }
    return presence !== "required" || Object.hasOwn(value, name);
  });
}
