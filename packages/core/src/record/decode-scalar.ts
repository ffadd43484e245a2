import type {
  DecimalShape,
  EnumerationShape,
  FlagShape,
  IdentifierShape,
  IntegerShape,
  LiteralShape,
} from "@depthwire/schema/internal";
import { judgeDecimal } from "../decimal/decimal.js";
import { expandExponent } from "../decimal/format-decimal.js";
import { refuse, ValueFault } from "../error/value-fault.js";
import { ExactNumber } from "../json/exact-number.js";

/** Turns a JSON value into a decoded value, or throws a `ValueFault`. */
export type Decode = (wire: unknown) => unknown;

const wholeNumber = /^(?:0|-?[1-9][0-9]*)$/;
/** Sign and digits of any 64-bit number, signed or not. */
const maxIdentifierDigits = 20;

/** Text as it is. */
export function decodeText(wire: unknown): string {
  return typeof wire === "string" ? wire : refuse("text");
}

/** The text of a JSON number or of a text, so that either wire form is read by one rule. */
function digitsOf(wire: unknown, expected: string): string {
  switch (typeof wire) {
    case "string":
      return wire;
    case "number":
    case "bigint":
      return String(wire);
    default:
      return wire instanceof ExactNumber ? wire.text : refuse(expected);
  }
}

/** An integer within bounds; either wire form. */
export function integerDecoder(shape: IntegerShape): Decode {
  const { min, max } = shape;
  const expected = `an integer from ${min} to ${max}`;
  return (wire) => {
    const value = typeof wire === "number" ? wire : integerOf(digitsOf(wire, expected));
    return Number.isSafeInteger(value) && value >= min && value <= max ? value : refuse(expected);
  };
}

function integerOf(text: string): number {
  return wholeNumber.test(text) ? Number(text) : Number.NaN;
}

/** The wire's own digits as text, without the suffix; either wire form. */
export function decimalDecoder(shape: DecimalShape): Decode {
  const suffix = shape.suffix ?? "";
  return (wire) => {
    if (typeof wire !== "string") {
      return expandExponent(digitsOf(wire, "a decimal")) ?? numberFault("number-too-large");
    }
    const text = suffix !== "" && wire.endsWith(suffix) ? wire.slice(0, -suffix.length) : wire;
    const verdict = judgeDecimal(text);
    if (verdict !== "fine") {
      numberFault(verdict === "malformed" ? "number-malformed" : "number-too-large");
    }
    return text;
  };
}

function numberFault(code: "number-malformed" | "number-too-large"): never {
  throw new ValueFault(code, code === "number-malformed" ? "a plain decimal" : "a decimal of at most 38 digits");
}

/** The text of an id, or the digits of a bare integer of up to 64 bits. */
export function identifierDecoder(shape: IdentifierShape): Decode {
  const expected = shape.wire === "integer" ? "an integer id" : "an id";
  return (wire) => {
    if (typeof wire === "string") {
      return wire;
    }
    const digits = digitsOf(wire, expected);
    return wholeNumber.test(digits) && digits.length <= maxIdentifierDigits ? digits : refuse(expected);
  };
}

const isoText = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?Z$/;

/** Epoch milliseconds, from any of the three wire forms. */
export function decodeTime(wire: unknown): number {
  const expected = "a time: milliseconds, or ISO 8601 in UTC";
  if (typeof wire === "string" && wire.includes("T")) {
    return isoTimeOf(wire) ?? refuse(expected);
  }
  const value = typeof wire === "number" ? wire : integerOf(digitsOf(wire, expected));
  return Number.isSafeInteger(value) && value >= 0 ? value : refuse(expected);
}

function isoTimeOf(text: string): number | undefined {
  const match = isoText.exec(text);
  if (match === null) {
    return undefined;
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = Number((match[7] ?? "0").padEnd(3, "0"));
  const epochMs = Date.UTC(year, month - 1, day, hour, minute, second, fraction);
  // Date.UTC carries 30 February over into March: what it means must be what was written.
  return new Date(epochMs).toISOString().slice(0, 19) === text.slice(0, 19) ? epochMs : undefined;
}

/** The name of a wire value, or `unknown:<value>` where the table is open. */
export function enumerationDecoder(shape: EnumerationShape): Decode {
  const names = new Map(Object.entries(shape.members));
  const expected = `one of ${[...names.keys()].join(", ")}`;
  return (wire) => {
    const value = digitsOf(wire, expected);
    return names.get(value) ?? (shape.range === "open" ? `unknown:${value}` : refuse(expected));
  };
}

/** Exactly one value. */
export function literalDecoder(shape: LiteralShape): Decode {
  const { value } = shape;
  return (wire) => (wire === value ? value : refuse(JSON.stringify(value)));
}

/** A truth value in any of its wire forms. */
export function flagDecoder(_shape: FlagShape): Decode {
  return (wire) => {
    switch (wire) {
      case true:
      case 1:
      case "1":
        return true;
      case false:
      case 0:
      case "0":
        return false;
      default:
        return refuse("a truth value");
    }
  };
}
