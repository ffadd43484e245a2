import { ExactNumber } from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import type { Field, RecordShape, Shape } from "@depthwire/schema/internal";

/**
 * Which forms of a request the sandbox takes: those of the documents alone, or those that deployments were seen to take besides.
 *
 * @spec field note 26
 */
export type WireForms = "documented" | "tolerant";

/** Both of them. */
export const wireFormKinds: readonly WireForms[] = ["documented", "tolerant"];

type Wire = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function readField(wire: Wire, { wireKeys }: Field): unknown {
  const key = wireKeys.find((name) => Object.hasOwn(wire, name));
  return key === undefined ? undefined : wire[key];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Whether a required parameter is absent, null or an empty text. */
function lacks(shape: RecordShape, wire: Wire): boolean {
  return Object.values(shape.fields).some((field) => {
    const isNeeded = field.presence === "required" || field.presence === "fixed";
    return isNeeded && isEmpty(readField(wire, field));
  });
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** Whether a value stands on the wire in the one form that the documents give it. What it says is another question. */
function hasForm(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "integer":
    case "identifier":
    case "enumeration":
      return shape.wire === "integer" ? isNumber(value) : typeof value === "string";
    case "decimal":
      return shape.wire === "number" ? isNumber(value) : typeof value === "string";
    case "list":
      return Array.isArray(value) && value.every((element) => hasForm(shape.element, element));
    case "text":
      return typeof value === "string";
    default:
      return true;
  }
}

/** Lists of which the documents do not say what their elements are. @spec document 1, Endpoints, Orders by id */
const untyped: readonly string[] = ["orderIds", "clientOids"];

function isDocumented(shape: RecordShape, wire: Wire): boolean {
  return Object.values(shape.fields).every((field) => {
    const value = readField(wire, field);
    const isFree = field.wireKeys.some((key) => untyped.includes(key)) && Array.isArray(value);
    return value === undefined || value === null || isFree || hasForm(field.shape, value);
  });
}

/**
 * What is wrong with the parameters before they are decoded: 3000 when they are not an object, 3002 for a required one that is empty.
 *
 * @param shape what is required
 */
export function findMissing(shape: RecordShape, wire: unknown): VenueCode | undefined {
  if (!isObject(wire)) {
    return 3000;
  }
  return lacks(shape, wire) ? 3002 : undefined;
}

/**
 * What is wrong with the form of parameters in JSON: 3000 for a number that should be text, or the reverse. Core's decoders read
 * either, so that clients live with every deployment; this check keeps the sandbox as strict as the documents.
 *
 * @spec field note 26
 */
export function findWrongForm(shape: RecordShape, wire: unknown): VenueCode | undefined {
  return isObject(wire) && isDocumented(shape, wire) ? undefined : 3000;
}
