import type { Presence, Shape } from "@depthwire/schema/internal";
import { isObject } from "./is-object.js";

/** Whether a decoded value could belong to a shape. */
export type Fits = (value: unknown) => boolean;

/**
 * Compiles the test by which an encoder chooses among variants: enough to choose, no check of content. An object belongs to a table
 * whose tags it equals and whose required names it all has.
 */
export function compileFits(shape: Shape): Fits {
  switch (shape.kind) {
    case "text":
    case "decimal":
    case "identifier":
    case "enumeration":
      return (value) => typeof value === "string";
    case "integer":
    case "time":
      return (value) => typeof value === "number";
    case "literal":
      return (value) => value === shape.value;
    case "flag":
      return (value) => typeof value === "boolean";
    case "anything":
      return () => true;
    case "list":
      return Array.isArray;
    case "map":
      return isObject;
    case "nullable": {
      const fits = compileFits(shape.value);
      return (value) => value === null || fits(value);
    }
    case "record":
    case "row":
      return compileTableFits(shape.fields);
    case "single-key":
      return (value) => {
        const kind = isObject(value) ? value["kind"] : undefined;
        return typeof kind === "string" && Object.hasOwn(shape.entries, kind);
      };
    case "variants": {
      const alternatives = shape.alternatives.map((alternative) => compileFits(alternative.shape));
      return (value) => alternatives.some((fits) => fits(value));
    }
  }
}

interface TableField {
  readonly presence: Presence;
  readonly shape: Shape;
}

function compileTableFits(fields: Readonly<Record<string, TableField>>): Fits {
  const tags: [string, unknown][] = [];
  const required: string[] = [];
  for (const [name, { presence, shape }] of Object.entries(fields)) {
    if (presence === "tag" && shape.kind === "literal") {
      tags.push([name, shape.value]);
    } else if (presence === "required") {
      required.push(name);
    }
  }
  return (value) =>
    isObject(value) &&
    tags.every(([name, tag]) => value[name] === tag) &&
    required.every((name) => Object.hasOwn(value, name));
}
