import type { Field, RowElement, Shape, SingleKeyEntry, VariantTest } from "./shape.js";
import type {
  AlternativeOf,
  FieldOf,
  ListOf,
  MapOf,
  NullableOf,
  RecordOf,
  RowElementOf,
  RowOf,
  SingleKeyEntryOf,
  SingleKeyOf,
  ValueOf,
  VariantsOf,
} from "./value.js";

/** A key of a record on the wire: one, or several that are read, of which the first is sent unless told otherwise. */
export type WireKey = string | readonly [string, ...string[]];

/** What is unusual about a required key. */
export interface RequiredOptions {
  /** Which of several keys are sent; `first` by default. */
  readonly sends?: "first" | "every";
}

/** What is unusual about an optional key. */
export interface FieldOptions {
  /** What the service assumes when the key is absent. */
  readonly assumed?: string | number;
  /** What is sent when there is no value; empty texts and zeros are read as absent. Default: no key is sent. */
  readonly absentAs?: string | number;
  /** For a key that a document calls ignored: content that does not fit counts as absent and is not refused. Default `refused`. */
  readonly unreadable?: "refused" | "absent";
}

/** What most fields have. */
const usual = { sends: "first", assumed: undefined, absentAs: undefined, unreadable: "refused" } as const;

/** A key that must be there. */
export function required<S extends Shape>(
  key: WireKey,
  shape: S,
  options: RequiredOptions = {},
): FieldOf<"required", ValueOf<S>> {
  return { ...usual, presence: "required", wireKeys: wireKeys(key), shape, ...options };
}

/** A key that may be absent. */
export function optional<S extends Shape>(
  key: WireKey,
  shape: S,
  options: FieldOptions = {},
): FieldOf<"optional", ValueOf<S>> {
  return { ...usual, presence: "optional", wireKeys: wireKeys(key), shape, ...options };
}

/** A key that always has this one value on the wire; the decoded value does not have it. */
export function fixed<const Value extends string | number>(key: string, value: Value): FieldOf<"fixed", never> {
  return { ...usual, presence: "fixed", wireKeys: [key], shape: { kind: "literal", value } };
}

/** A constant that the wire does not have: it tells decoded variants apart. */
export function tag<const Value extends string>(value: Value): FieldOf<"tag", Value> {
  return { ...usual, presence: "tag", wireKeys: [], shape: { kind: "literal", value } };
}

/** Where a record is described, and what may be there without meaning. */
export interface RecordOptions {
  /** The section that is obeyed, for example `document 1, Resources, Order, short-key form`. */
  readonly spec: string;
  /** Wire keys that may be present and carry no meaning. */
  readonly ignored?: readonly string[];
}

/** A JSON object. The order of the fields is the order in which they are sent and signed. */
export function record<Fields extends Readonly<Record<string, Field>>>(
  name: string,
  fields: Fields,
  options: RecordOptions,
): RecordOf<Fields> {
  return { kind: "record", name, fields, ignored: options.ignored ?? [], spec: options.spec };
}

/** A position that is always filled. */
export function at<S extends Shape>(index: number, shape: S): RowElementOf<"required", ValueOf<S>> {
  return { presence: "required", index, shape, absentAs: undefined };
}

/** A position that may hold `absentAs` in place of a value. */
export function optionalAt<S extends Shape>(
  index: number,
  shape: S,
  absentAs: string,
): RowElementOf<"optional", ValueOf<S>> {
  return { presence: "optional", index, shape, absentAs };
}

/** Length and meaningless positions of a row. */
export interface RowOptions {
  /** The section that is obeyed. */
  readonly spec: string;
  /** Exact number of elements. */
  readonly length: number;
  /** What is sent in positions that mean nothing, by index. */
  readonly filler?: Readonly<Record<number, string>>;
}

/** A JSON array whose positions have meanings. */
export function row<Fields extends Readonly<Record<string, RowElement>>>(
  name: string,
  fields: Fields,
  options: RowOptions,
): RowOf<Fields> {
  return {
    kind: "row",
    name,
    fields,
    length: options.length,
    filler: options.filler ?? {},
    spec: options.spec,
  };
}

/** A JSON array of like elements. */
export function list<S extends Shape>(
  element: S,
  bounds: { readonly min?: number; readonly max?: number } = {},
): ListOf<S> {
  return { kind: "list", element, min: bounds.min ?? 0, max: bounds.max };
}

/** A JSON object whose keys are data, such as pairs. */
export function mapOf<S extends Shape>(value: S): MapOf<S> {
  return { kind: "map", value };
}

/** A value or `null`. */
export function nullable<S extends Shape>(value: S): NullableOf<S> {
  return { kind: "nullable", value };
}

/** A key that a single-key object may hold. */
export function under<S extends Shape>(wireKey: string, shape: S): SingleKeyEntryOf<ValueOf<S>> {
  return { wireKey, shape };
}

/** A JSON object that holds exactly one of these keys; decoded to `{ kind, value }`. */
export function singleKey<Entries extends Readonly<Record<string, SingleKeyEntry>>>(
  name: string,
  entries: Entries,
  options: { readonly spec: string },
): SingleKeyOf<Entries> {
  return { kind: "single-key", name, entries, spec: options.spec };
}

/** An alternative that is taken when the array has this many elements. */
export function whenLength<S extends Shape>(length: number, shape: S): AlternativeOf<ValueOf<S>> {
  return { when: { test: "length", length }, shape };
}

/** An alternative that is taken when the JSON value has this form. */
export function whenForm<S extends Shape>(
  form: Extract<VariantTest, { test: "form" }>["form"],
  shape: S,
): AlternativeOf<ValueOf<S>> {
  return { when: { test: "form", form }, shape };
}

/** An alternative that is taken when the object has one of `anyOf` and none of `noneOf`. */
export function whenKeys<S extends Shape>(
  keys: { readonly anyOf: readonly string[]; readonly noneOf?: readonly string[] },
  shape: S,
): AlternativeOf<ValueOf<S>> {
  return { when: { test: "keys", anyOf: keys.anyOf, noneOf: keys.noneOf ?? [] }, shape };
}

/** A value with several wire forms; the first alternative whose test holds is read. */
export function variants<const Alternatives extends readonly AlternativeOf<unknown>[]>(
  name: string,
  alternatives: Alternatives,
): VariantsOf<ValueOf<Alternatives[number]>> {
  return { kind: "variants", name, alternatives };
}

function wireKeys(key: WireKey): readonly string[] {
  return typeof key === "string" ? [key] : key;
}
