import type {
  DecimalShape,
  EnumerationShape,
  FlagShape,
  IdentifierShape,
  IntegerShape,
  LiteralShape,
  TimeShape,
} from "@depthwire/schema/internal";
import { decimalsOf, judgeDecimal } from "../decimal/decimal.js";
import { refuse } from "../error/value-fault.js";
import { jsonNumber } from "../json/exact-number.js";
import type { JsonWritable } from "../json/write-ordered.js";

/** Turns a decoded value into what `writeOrdered` writes, or throws a `ValueFault`. */
export type Encode = (value: unknown) => JsonWritable;

const wholeNumber = /^(?:0|-?[1-9][0-9]{0,19})$/;
const unknownPrefix = "unknown:";

/** Text as it is. */
export function encodeText(value: unknown): string {
  return typeof value === "string" ? value : refuse("text");
}

/** An integer within bounds, in the form that the wire has. */
export function integerEncoder(shape: IntegerShape): Encode {
  const { min, max, wire } = shape;
  return (value) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < min || value > max) {
      return refuse(`an integer from ${min} to ${max}`);
    }
    return wire === "text" ? String(value) : value;
  };
}

/** The decimal's own digits without zeros before them, filled up with zeros where the shape has a scale. */
export function decimalEncoder(shape: DecimalShape): Encode {
  const { wire, scale, suffix = "" } = shape;
  return (value) => {
    const text =
      typeof value === "string" && judgeDecimal(value) === "fine" ? value : refuse("a plain decimal as text");
    const plain = withoutLeadingZeros(text);
    const filled = scale === undefined ? plain : fillDecimals(plain, scale);
    return wire === "number" ? jsonNumber(filled) : filled + suffix;
  };
}

function fillDecimals(text: string, scale: number): string {
  if (decimalsOf(text) > scale) {
    refuse(`at most ${scale} decimals`);
  }
  const [whole, fraction = ""] = text.split(".") as [string, string?];
  return scale === 0 ? whole : `${whole}.${fraction.slice(0, scale).padEnd(scale, "0")}`;
}

/** A JSON number has none, and a venue need not read texts that have. */
function withoutLeadingZeros(text: string): string {
  return text.replace(/^(-?)0+(?=[0-9])/, "$1");
}

/** An id as text, or as a bare integer that may exceed 2^53. */
export function identifierEncoder(shape: IdentifierShape): Encode {
  return (value) => {
    const text = typeof value === "string" ? value : refuse("an id as text");
    if (shape.wire === "text") {
      return text;
    }
    return wholeNumber.test(text) ? jsonNumber(text) : refuse("an id of digits only");
  };
}

/** Years that four digits can write. */
const lastIsoMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Epoch milliseconds in the form that the wire has. */
export function timeEncoder(shape: TimeShape): Encode {
  const last = shape.wire === "iso-8601" ? lastIsoMs : Number.MAX_SAFE_INTEGER;
  return (value) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0 || value > last) {
      return refuse(`epoch milliseconds from 0 to ${last}`);
    }
    switch (shape.wire) {
      case "milliseconds":
        return value;
      case "milliseconds-text":
        return String(value);
      case "iso-8601":
        return new Date(value).toISOString();
    }
  };
}

/** The wire value of a name; `unknown:<value>` goes back as it came, where the table is open. */
export function enumerationEncoder(shape: EnumerationShape): Encode {
  const values = new Map(Object.entries(shape.members).map(([value, name]) => [name, value]));
  const expected = `one of ${[...values.keys()].join(", ")}`;
  return (name) => {
    const value = typeof name === "string" ? (values.get(name) ?? unknownValue(name, shape)) : undefined;
    if (value === undefined) {
      return refuse(expected);
    }
    return shape.wire === "integer" && wholeNumber.test(value) ? jsonNumber(value) : value;
  };
}

function unknownValue(name: string, shape: EnumerationShape): string | undefined {
  if (shape.range === "closed" || !name.startsWith(unknownPrefix)) {
    return undefined;
  }
  const value = name.slice(unknownPrefix.length);
  return Object.hasOwn(shape.members, value) ? undefined : value;
}

/** Exactly one value. */
export function literalEncoder(shape: LiteralShape): Encode {
  const { value } = shape;
  return (candidate) => (candidate === value ? value : refuse(JSON.stringify(value)));
}

/** A truth value in the form that the wire has. */
export function flagEncoder(shape: FlagShape): Encode {
  return (value) => {
    if (typeof value !== "boolean") {
      return refuse("a truth value");
    }
    switch (shape.wire) {
      case "boolean":
        return value;
      case "integer":
        return value ? 1 : 0;
      case "integer-text":
        return value ? "1" : "0";
    }
  };
}
