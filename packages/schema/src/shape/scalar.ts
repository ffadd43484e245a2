import type {
  AnythingShape,
  DecimalShape,
  FlagShape,
  IdentifierShape,
  IntegerShape,
  LiteralShape,
  TextShape,
  TimeShape,
  TimeWire,
} from "./shape.js";
import type { Branded, Decoding } from "./value.js";

/** Free text. */
export function text(): Decoding<TextShape, string> {
  return { kind: "text", brand: undefined };
}

/** Text of one kind, such as `pair`. */
export function brandedText<const Name extends string>(name: Name): Decoding<TextShape, Branded<Name>> {
  return { kind: "text", brand: name };
}

/** Bounds of an integer and how it is sent. */
export interface IntegerOptions {
  /** Default: the smallest integer that a `number` holds exactly. */
  readonly min?: number;
  /** Default: the largest integer that a `number` holds exactly. */
  readonly max?: number;
  /** Default `integer`. */
  readonly wire?: "integer" | "text";
}

/** An integer within bounds. */
export function integer(options: IntegerOptions = {}): Decoding<IntegerShape, number> {
  return {
    kind: "integer",
    wire: options.wire ?? "integer",
    min: options.min ?? Number.MIN_SAFE_INTEGER,
    max: options.max ?? Number.MAX_SAFE_INTEGER,
  };
}

/** How a decimal is sent. */
export interface DecimalOptions {
  /** Default `text`. */
  readonly wire?: "text" | "number";
  /** Exact number of decimals to send; default: the digits as they are. */
  readonly scale?: number;
  /** Sign after the digits. */
  readonly suffix?: "%";
}

/** An exact decimal that measures `name`. */
export function decimal<const Name extends string>(
  name: Name,
  options: DecimalOptions = {},
): Decoding<DecimalShape, Branded<Name>> {
  return { kind: "decimal", brand: name, wire: options.wire ?? "text", scale: options.scale, suffix: options.suffix };
}

/** The same decimal, sent with exactly `scale` decimals. */
export function padded<const Name extends string>(
  shape: Decoding<DecimalShape, Branded<Name>>,
  scale: number,
): Decoding<DecimalShape, Branded<Name>> {
  return { ...shape, scale };
}

/** An id of something, sent as text unless told otherwise. */
export function identifier<const Name extends string>(
  name: Name,
  options: { readonly wire?: "text" | "integer" } = {},
): Decoding<IdentifierShape, Branded<Name>> {
  return { kind: "identifier", brand: name, wire: options.wire ?? "text" };
}

/** A moment; decoded to epoch milliseconds whatever the wire has. */
export function time(wire: TimeWire): Decoding<TimeShape, number> {
  return { kind: "time", wire };
}

/** Exactly this value. */
export function literal<const Value extends string | number | boolean>(value: Value): Decoding<LiteralShape, Value> {
  return { kind: "literal", value };
}

/** A truth value. */
export function flag(wire: FlagShape["wire"] = "boolean"): Decoding<FlagShape, boolean> {
  return { kind: "flag", wire };
}

/** JSON whose shape no document describes. */
export function anything(): Decoding<AnythingShape, unknown> {
  return { kind: "anything" };
}
