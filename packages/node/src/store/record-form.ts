import { judgeDecimal } from "@depthwire/core/internal";

/** What a field of a record may hold. */
type FieldRule = (value: unknown) => boolean;

/** A text. */
export const text: FieldRule = (value) => typeof value === "string";
/** A number, such as epoch milliseconds. */
export const number: FieldRule = (value) => typeof value === "number";
/** A decimal as text. */
export const decimal: FieldRule = (value) => typeof value === "string" && judgeDecimal(value) === "fine";
/** A list of texts. */
export const texts: FieldRule = (value) => Array.isArray(value) && value.every(text);

/** An object that has at least these fields. */
export function fields(rules: Readonly<Record<string, FieldRule>>): FieldRule {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return false;
    }
    const found = value as Readonly<Record<string, unknown>>;
    return Object.entries(rules).every(([name, rule]) => Object.hasOwn(found, name) && rule(found[name]));
  };
}
