import type { ValueOf } from "@depthwire/schema";
import type {
  Alternative,
  DecimalShape,
  EnumerationShape,
  Field,
  RowElement,
  Shape,
  SingleKeyShape,
} from "@depthwire/schema/internal";
import * as fc from "fast-check";
import { decimalText } from "./decimal.js";
import { anyPair } from "./pair.js";

/** Largest id of 64 bits. */
const maxIdentifier = 2n ** 64n - 1n;
/** The last moment that ISO 8601 writes with four digits of year. */
const lastFourDigitYearMs = Date.UTC(9999, 11, 31);
/** Lists and maps are short: what they hold is of interest, not how much. */
const maxElements = 4;

/**
 * Decoded values of a descriptor: what its codec gives back unchanged when they are encoded and decoded again.
 *
 * @spec the descriptor's own
 */
export function decodedValue<S extends Shape>(shape: S): fc.Arbitrary<ValueOf<S>> {
  return anyOfShape(shape) as fc.Arbitrary<ValueOf<S>>;
}

function anyOfShape(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "text":
      return shape.brand === "pair" ? anyPair() : fc.string({ unit: "binary", maxLength: 12 });
    case "integer":
      return fc.integer({ min: shape.min, max: shape.max });
    case "decimal":
      return decimal(shape);
    case "identifier":
      return fc.bigInt({ min: 0n, max: maxIdentifier }).map(String);
    case "time":
      return fc.integer({ min: 0, max: lastFourDigitYearMs });
    case "enumeration":
      return enumeration(shape);
    case "literal":
      return fc.constant(shape.value);
    case "flag":
      return fc.boolean();
    case "anything":
      return fc.jsonValue({ maxDepth: 2 });
    case "list":
      return fc.array(anyOfShape(shape.element), {
        minLength: shape.min,
        maxLength: Math.min(shape.max ?? Number.POSITIVE_INFINITY, Math.max(shape.min, maxElements)),
      });
    case "map":
      return fc.dictionary(anyPair(), anyOfShape(shape.value), { maxKeys: maxElements, noNullPrototype: true });
    case "nullable":
      return fc.option(anyOfShape(shape.value));
    case "record":
    case "row":
      return fields(shape.fields);
    case "single-key":
      return singleKey(shape);
    case "variants":
      return fc.oneof(...shape.alternatives.map(alternativeValue));
  }
}

/** Where the encoder fills up with zeros, only a text of that many decimals comes back unchanged. */
function decimal(shape: DecimalShape): fc.Arbitrary<string> {
  const sign = fc.constantFrom("", "", "", "-");
  const { scale } = shape;
  const digits =
    scale === undefined
      ? decimalText()
      : fc
          .tuple(decimalText({ fractionDigits: 0 }), digitText(scale))
          .map(([whole, fraction]) => join(whole, fraction));
  return fc.tuple(sign, digits).map(([before, text]) => before + text);
}

function digitText(length: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
}

function join(whole: string, fraction: string): string {
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function enumeration(shape: EnumerationShape): fc.Arbitrary<string> {
  const known = fc.constantFrom(...Object.values(shape.members));
  if (shape.range === "closed") {
    return known;
  }
  const other = fc
    .nat()
    .map(String)
    .filter((value) => !Object.hasOwn(shape.members, value));
  return fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: other.map((value) => `unknown:${value}`), weight: 1 });
}

/** Fields of a record or positions of a row: what is fixed on the wire has no decoded property. */
function fields(described: Readonly<Record<string, Field | RowElement>>): fc.Arbitrary<object> {
  const decoded = Object.entries(described).filter(([, { presence }]) => presence !== "fixed");
  const requiredKeys = decoded.filter(([, { presence }]) => presence !== "optional").map(([name]) => name);
  const model = Object.fromEntries(decoded.map(([name, field]) => [name, fieldValue(field)]));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

/** What stands for an absent value is not a value: in a row its own text, in a record empty texts and zeros. */
function fieldValue(field: Field | RowElement): fc.Arbitrary<unknown> {
  const value = anyOfShape(field.shape);
  if (field.absentAs === undefined) {
    return value;
  }
  if ("index" in field) {
    return value.filter((candidate) => candidate !== field.absentAs);
  }
  return value.filter((candidate) => !/^(?:0(?:\.0*)?)?$/.test(String(candidate)));
}

function singleKey(shape: SingleKeyShape): fc.Arbitrary<object> {
  const entries = Object.entries(shape.entries);
  return fc.oneof(...entries.map(([kind, entry]) => anyOfShape(entry.shape).map((value) => ({ kind, value }))));
}

/** An alternative that is told by its keys must have one of them, else the wire does not say which one it was. */
function alternativeValue({ when, shape }: Alternative): fc.Arbitrary<unknown> {
  const value = anyOfShape(shape);
  if (when.test !== "keys" || when.anyOf.length === 0 || shape.kind !== "record") {
    return value;
  }
  const telling = Object.entries(shape.fields).filter(([, { wireKeys }]) => when.anyOf.includes(wireKeys[0] ?? ""));
  return value.filter((record) => telling.some(([name]) => Object.hasOwn(record as object, name)));
}
