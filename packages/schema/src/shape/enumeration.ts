import type { EnumerationShape } from "./shape.js";
import type { Decoding } from "./value.js";

/** Decoded form of a wire value that no table lists. It is sent back as it was. */
export type Unknown = `unknown:${string}`;

/** An enumeration shape with its table. */
export interface EnumerationOf<Members extends Readonly<Record<string, string>>> extends EnumerationShape {
  readonly members: Members;
}

/** An enumeration that reads values outside its table as {@link Unknown}. */
export type OpenEnumeration<Members extends Readonly<Record<string, string>>> = Decoding<
  EnumerationOf<Members>,
  Members[keyof Members] | Unknown
>;

/** An enumeration that refuses values outside its table. */
export type ClosedEnumeration<Members extends Readonly<Record<string, string>>> = Decoding<
  EnumerationOf<Members>,
  Members[keyof Members]
>;

/** How an enumeration is sent: as the JSON integer of its number (default) or as text. */
export interface EnumerationOptions {
  readonly wire?: "integer" | "text";
}

/** A table of wire values, open to values that the service may add. */
export function enumeration<const Members extends Readonly<Record<string, string>>>(
  name: string,
  members: Members,
  options: EnumerationOptions = {},
): OpenEnumeration<Members> {
  return { kind: "enumeration", name, members, wire: options.wire ?? "integer", range: "open" };
}

/** A table of wire values for requests: nothing outside it may be sent. */
export function closedEnumeration<const Members extends Readonly<Record<string, string>>>(
  name: string,
  members: Members,
  options: EnumerationOptions = {},
): ClosedEnumeration<Members> {
  return { kind: "enumeration", name, members, wire: options.wire ?? "integer", range: "closed" };
}

/** The closed twin of a table that answers use: what a request may send. */
export function closed<const Members extends Readonly<Record<string, string>>>(
  open: OpenEnumeration<Members>,
): ClosedEnumeration<Members> {
  return { kind: "enumeration", name: open.name, members: open.members, wire: open.wire, range: "closed" };
}

/** The same table where the wire has the number as text. */
export function asText<const Members extends Readonly<Record<string, string>>>(
  open: OpenEnumeration<Members>,
): OpenEnumeration<Members> {
  return { kind: "enumeration", name: open.name, members: open.members, wire: "text", range: open.range };
}
