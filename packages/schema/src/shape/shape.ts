/**
 * The data behind every descriptor: what stands on the wire, without behaviour.
 * A compiler of decoders, a JSON Schema writer or an arbitrary is one exhaustive `switch` over `kind`.
 */
export type Shape =
  | TextShape
  | IntegerShape
  | DecimalShape
  | IdentifierShape
  | TimeShape
  | EnumerationShape
  | LiteralShape
  | FlagShape
  | AnythingShape
  | ListShape
  | MapShape
  | NullableShape
  | RecordShape
  | RowShape
  | SingleKeyShape
  | VariantsShape;

/** Free text, or text of a kind that must not be mixed up with another. */
export interface TextShape {
  readonly kind: "text";
  /** The kind of text, or `undefined` for free text. */
  readonly brand: string | undefined;
}

/** An integer that fits a `number`. Either wire form is read; {@link IntegerShape.wire} says which one is sent. */
export interface IntegerShape {
  readonly kind: "integer";
  /** The JSON form that is sent. */
  readonly wire: "integer" | "text";
  /** Smallest value accepted. */
  readonly min: number;
  /** Largest value accepted. */
  readonly max: number;
}

/** An exact decimal. Either wire form is read; {@link DecimalShape.wire} says which one is sent. Decoded: the wire's own digits as text. */
export interface DecimalShape {
  readonly kind: "decimal";
  /** What the decimal measures. */
  readonly brand: string;
  /** The JSON form that is sent. */
  readonly wire: "text" | "number";
  /** How many decimals the encoder writes, filling up with zeros; `undefined`: the digits as they are. */
  readonly scale: number | undefined;
  /** A sign that the wire has after the digits and the decoded text has not. */
  readonly suffix: "%" | undefined;
}

/** A number of up to 64 bits that names something, or a text that does. Either wire form is read without loss. Decoded: text. */
export interface IdentifierShape {
  readonly kind: "identifier";
  /** What it names. */
  readonly brand: string;
  /** The JSON form that is sent; `integer` is a bare integer that may exceed 2^53. */
  readonly wire: "text" | "integer";
}

/** How a moment stands on the wire. */
export type TimeWire = "milliseconds" | "milliseconds-text" | "iso-8601";

/** A moment. Every form is read; {@link TimeShape.wire} says which one is sent. Decoded: epoch milliseconds. */
export interface TimeShape {
  readonly kind: "time";
  /** The form that is sent. */
  readonly wire: TimeWire;
}

/** A wire value of a fixed table. */
export interface EnumerationShape {
  readonly kind: "enumeration";
  /** Names the table. */
  readonly name: string;
  /** Decoded name by the wire value's text. */
  readonly members: Readonly<Record<string, string>>;
  /** The JSON form that is sent; either is read. */
  readonly wire: "integer" | "text";
  /** `open`: a value outside the table is read as `unknown:<value>` and sent back as it was. `closed`: it is an error. */
  readonly range: "open" | "closed";
}

/** Exactly one value. */
export interface LiteralShape {
  readonly kind: "literal";
  readonly value: string | number | boolean;
}

/** A truth value. */
export interface FlagShape {
  readonly kind: "flag";
  /** The form that is sent; all are read. */
  readonly wire: "boolean" | "integer" | "integer-text";
}

/** JSON without a described shape. */
export interface AnythingShape {
  readonly kind: "anything";
}

/** A JSON array of like elements. */
export interface ListShape {
  readonly kind: "list";
  readonly element: Shape;
  /** Fewest elements accepted. */
  readonly min: number;
  /** Most elements accepted, or `undefined` where no limit is known. */
  readonly max: number | undefined;
}

/** A JSON object whose keys are data. */
export interface MapShape {
  readonly kind: "map";
  readonly value: Shape;
}

/** A value or JSON `null`. */
export interface NullableShape {
  readonly kind: "nullable";
  readonly value: Shape;
}

/**
 * How a field stands on the two sides.
 * `required` must be there, `optional` may be absent.
 * `fixed` is on the wire with one value (its shape is a literal) and not in the decoded value: the encoder writes it, the decoder demands it.
 * `tag` is in the decoded value with one value (its shape is a literal) and not on the wire: it tells variants apart.
 */
export type Presence = "required" | "optional" | "fixed" | "tag";

/** One key of a {@link RecordShape}. */
export interface Field {
  readonly presence: Presence;
  /** Keys of which the first that is there is read. None for a `tag`. */
  readonly wireKeys: readonly string[];
  /** Which of the keys are sent. */
  readonly sends: "first" | "every";
  readonly shape: Shape;
  /** What is sent in place of an absent optional value; empty texts and zeros are read as its absence. `undefined`: no key is sent. */
  readonly absentAs: string | number | undefined;
  /** What becomes of content that does not fit: the record is refused, or the optional value is absent. */
  readonly unreadable: "refused" | "absent";
  /** What the service assumes when the key is absent. Documentation: nobody fills it in. */
  readonly assumed: string | number | undefined;
}

/** A JSON object with known keys; the order of {@link RecordShape.fields} is the order in which they are sent and signed. */
export interface RecordShape {
  readonly kind: "record";
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Wire keys that may be present and pass through no decoder. */
  readonly ignored: readonly string[];
  /** The section that is obeyed. */
  readonly spec: string;
}

/** One position of a {@link RowShape}. */
export interface RowElement {
  readonly presence: Presence;
  /** Index in the array. Not meant for a `tag`. */
  readonly index: number;
  readonly shape: Shape;
  /** The text in the position of an absent optional value. */
  readonly absentAs: string | undefined;
}

/** A JSON array whose positions have meanings. */
export interface RowShape {
  readonly kind: "row";
  readonly name: string;
  readonly fields: Readonly<Record<string, RowElement>>;
  /** Exact number of elements. */
  readonly length: number;
  /** What is sent in positions that mean nothing, by index. Anything is read there. */
  readonly filler: Readonly<Record<number, string>>;
  /** The section that is obeyed. */
  readonly spec: string;
}

/** One key that a {@link SingleKeyShape} may hold. */
export interface SingleKeyEntry {
  readonly wireKey: string;
  readonly shape: Shape;
}

/** A JSON object that holds exactly one of the known keys. Decoded: `{ kind, value }`. */
export interface SingleKeyShape {
  readonly kind: "single-key";
  readonly name: string;
  readonly entries: Readonly<Record<string, SingleKeyEntry>>;
  readonly spec: string;
}

/** What a wire value must look like for an alternative to be taken. */
export type VariantTest =
  | { readonly test: "length"; readonly length: number }
  | { readonly test: "form"; readonly form: "object" | "array" | "text" | "integer" }
  /** An object with at least one key of `anyOf` (an empty list asks for none) and no key of `noneOf`. */
  | { readonly test: "keys"; readonly anyOf: readonly string[]; readonly noneOf: readonly string[] };

/** One form that a {@link VariantsShape} may have. */
export interface Alternative {
  readonly when: VariantTest;
  readonly shape: Shape;
}

/**
 * A value with several wire forms.
 * Reading takes the first alternative whose test holds; writing the first whose tags equal and whose required names the value all has.
 */
export interface VariantsShape {
  readonly kind: "variants";
  readonly name: string;
  readonly alternatives: readonly Alternative[];
}
