import type { Shape, TimeShape } from "@depthwire/schema/internal";
import { kebabToPascal } from "../api-docs/names.js";
import { link, recordPath, valuesPath } from "./reference-paths.js";

/** What a value is to a reader of the decoded form, with links from a page; the wire's form where that is another one. */
export function shapeWords(shape: Shape, from: string): string {
  switch (shape.kind) {
    case "record":
    case "row":
    case "single-key":
    case "variants":
      return link(kebabToPascal(shape.name), from, recordPath(shape.name));
    case "enumeration":
      return link(kebabToPascal(shape.name), from, valuesPath(shape.name));
    case "list":
      return `list of ${shapeWords(shape.element, from)}${bounds(shape.min === 0 ? undefined : shape.min, shape.max)}`;
    case "map":
      return `object whose keys are data, of ${shapeWords(shape.value, from)}`;
    case "nullable":
      return `${shapeWords(shape.value, from)} or null`;
    case "text":
      return shape.brand === undefined ? "text" : `text (${words(shape.brand)})`;
    case "integer":
      return `integer${bounds(known(shape.min), known(shape.max))}${shape.wire === "text" ? ", text on the wire" : ""}`;
    case "decimal":
      return `decimal as text (${words(shape.brand)})${decimalOnWire(shape.wire, shape.suffix)}`;
    case "identifier":
      return `text (${words(shape.brand)})${shape.wire === "integer" ? ", integer of 64 bits on the wire" : ""}`;
    case "time":
      return `epoch milliseconds${timeOnWire(shape)}`;
    case "literal":
      return `always \`${JSON.stringify(shape.value)}\``;
    case "flag":
      return shape.wire === "boolean" ? "true or false" : "true or false, 1 or 0 on the wire";
    case "anything":
      return "any JSON";
  }
}

function words(brand: string): string {
  return brand.replaceAll("-", " ");
}

/** A bound that only says "fits a double" says nothing. */
function known(bound: number): number | undefined {
  return Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) {
    return "";
  }
  if (most === undefined) {
    return `, ${least} or more`;
  }
  return least === undefined ? `, at most ${most}` : `, ${least} to ${most}`;
}

function decimalOnWire(wire: "text" | "number", suffix: string | undefined): string {
  if (wire === "number") {
    return ", number on the wire";
  }
  return suffix === undefined ? "" : `, with ${suffix} behind it on the wire`;
}

function timeOnWire({ wire }: TimeShape): string {
  switch (wire) {
    case "milliseconds":
      return "";
    case "milliseconds-text":
      return ", text on the wire";
    case "iso-8601":
      return ", ISO 8601 text on the wire";
  }
}
