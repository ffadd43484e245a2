import type {
  Alternative,
  Field,
  ListShape,
  MapShape,
  NullableShape,
  Presence,
  RecordShape,
  RowElement,
  RowShape,
  Shape,
  SingleKeyEntry,
  SingleKeyShape,
  VariantsShape,
} from "./shape.js";

declare const decoded: unique symbol;
declare const brand: unique symbol;

/** Text of one kind. `[quantity, price]` in the wrong order does not compile. */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A shape together with the type of its decoded value; the type exists for the compiler only. */
export type Decoding<S extends Shape, Value> = S & { readonly [decoded]?: Value };

/** The decoded value of a shape: `type Order = ValueOf<typeof order>`. */
export type ValueOf<S> = S extends { readonly [decoded]?: infer Value } ? Value : never;

/** Presence and decoded type of one field or position. */
export interface Typed<P extends Presence, Value> {
  readonly presence: P;
  readonly [decoded]?: Value;
}

/** A field with its presence and decoded type. */
export type FieldOf<P extends Presence, Value> = Field & Typed<P, Value>;

/** A position of a row with its presence and decoded type. */
export type RowElementOf<P extends Presence, Value> = RowElement & Typed<P, Value>;

/** A key of a single-key object with its decoded type. */
export interface SingleKeyEntryOf<Value> extends SingleKeyEntry {
  readonly [decoded]?: Value;
}

/** One form of a variant with its decoded type. */
export interface AlternativeOf<Value> extends Alternative {
  readonly [decoded]?: Value;
}

/** The decoded object of a table of fields or positions. The mapping is homomorphic, so every key keeps its sentence. */
export type RecordValue<Fields> = Flat<
  {
    readonly [Name in keyof Fields as Fields[Name] extends { readonly presence: "optional" | "fixed" }
      ? never
      : Name]: ValueOf<Fields[Name]>;
  } & {
    readonly [Name in keyof Fields as Fields[Name] extends { readonly presence: "optional" } ? Name : never]?: ValueOf<
      Fields[Name]
    >;
  }
>;

/** The same properties written as one type: what hover shows. */
export type Flat<T> = { readonly [Name in keyof T]: T[Name] };

/** The decoded union of a single-key object, told apart by `kind`. */
export type SingleKeyValue<Entries> = {
  readonly [Kind in keyof Entries]: {
    /** Which key the object held. */
    readonly kind: Kind;
    /** What stood under it. */
    readonly value: ValueOf<Entries[Kind]>;
  };
}[keyof Entries];

/**
 * A record shape with its table. Naming the decoded type keeps that name, and with it the sentence of every field, in the declarations of
 * other files: what is only inferred is written out there, without comments.
 */
export interface RecordOf<Fields extends Readonly<Record<string, Field>>, Value = RecordValue<Fields>>
  extends RecordShape {
  readonly fields: Fields;
  readonly [decoded]?: Value;
}

/** A row shape with its table; the decoded type is named as in {@link RecordOf}. */
export interface RowOf<Fields extends Readonly<Record<string, RowElement>>, Value = RecordValue<Fields>>
  extends RowShape {
  readonly fields: Fields;
  readonly [decoded]?: Value;
}

/** A single-key shape with its table. */
export interface SingleKeyOf<Entries extends Readonly<Record<string, SingleKeyEntry>>> extends SingleKeyShape {
  readonly entries: Entries;
  readonly [decoded]?: SingleKeyValue<Entries>;
}

/** A list shape with its element. */
export interface ListOf<Element extends Shape> extends ListShape {
  readonly element: Element;
  readonly [decoded]?: readonly ValueOf<Element>[];
}

/** A map shape with its value. */
export interface MapOf<Value extends Shape> extends MapShape {
  readonly value: Value;
  readonly [decoded]?: Readonly<Record<string, ValueOf<Value>>>;
}

/** A nullable shape with its value. */
export interface NullableOf<Value extends Shape> extends NullableShape {
  readonly value: Value;
  readonly [decoded]?: ValueOf<Value> | null;
}

/** A variants shape with the union of its forms. */
export interface VariantsOf<Value> extends VariantsShape {
  readonly [decoded]?: Value;
}

/**
 * What a caller may pass where a value is sent: the decoded type, but plain text is accepted for branded text
 * (another brand still is not), so that a literal `"60000"` needs no ceremony.
 */
export type InputOf<Value> =
  Value extends Branded<infer Name>
    ? string & { readonly [brand]?: Name }
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends readonly (infer Element)[]
        ? readonly InputOf<Element>[]
        : InputFields<Value>;

/** What a caller may pass for each field of a record; see {@link InputOf}. Error texts say this name in place of all fields. */
export type InputFields<Value> = { readonly [Name in keyof Value]: InputOf<Value[Name]> };
