/** What one field of a command may hold. */
export interface FieldRule {
  /** The rule in words, for the error. */
  readonly says: string;
  holds(value: unknown): boolean;
}

/** An integer that a number holds exactly. */
export const integer: FieldRule = { says: "a safe integer", holds: (value) => Number.isSafeInteger(value) };

/** A safe integer within bounds. */
export function integerFrom(min: number, max: number): FieldRule {
  return {
    says: `an integer from ${min} to ${max}`,
    holds: (value) => integer.holds(value) && (value as number) >= min && (value as number) <= max,
  };
}

/** Any text. */
export const text: FieldRule = { says: "a text", holds: (value) => typeof value === "string" };

/** A truth value. */
export const flag: FieldRule = { says: "true or false", holds: (value) => typeof value === "boolean" };

/** One of some words. */
export function anyOf(...words: readonly string[]): FieldRule {
  const known: readonly unknown[] = words;
  return { says: `one of ${words.join(", ")}`, holds: (value) => known.includes(value) };
}

/** The rule, or nothing at all. */
export function maybe(rule: FieldRule): FieldRule {
  return { says: `${rule.says}, or absent`, holds: (value) => value === undefined || rule.holds(value) };
}

/** A list whose elements obey the rule. */
export function listOf(rule: FieldRule): FieldRule {
  return {
    says: `a list, each ${rule.says}`,
    holds: (value) => Array.isArray(value) && value.every((one) => rule.holds(one)),
  };
}

/** An object with these fields. */
export function recordOf(fields: Readonly<Record<string, FieldRule>>): FieldRule {
  const entries = Object.entries(fields);
  return {
    says: `an object: ${entries.map(([name, { says }]) => `${name} ${says}`).join("; ")}`,
    holds: (value) => {
      if (typeof value !== "object" || value === null) {
        return false;
      }
      const values: Readonly<Record<string, unknown>> = { ...value };
      return entries.every(([name, rule]) => rule.holds(values[name]));
    },
  };
}

/** Price levels: pairs of safe integers. */
export const levels: FieldRule = listOf({
  says: "a price and a quantity, safe integers",
  holds: (value) => Array.isArray(value) && value.length === 2 && value.every((one) => integer.holds(one)),
});
