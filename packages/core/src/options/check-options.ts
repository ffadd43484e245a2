import { ValidationError } from "../error/validation-error.js";

/** What one option may be. */
export interface OptionRule {
  /** In words: `an integer from 1`. */
  readonly rule: string;
  readonly holds: (value: unknown) => boolean;
  /** Default: what is left out has a default. */
  readonly presence?: "required";
}

/** One row for each option: its rule, or the table of an object of options. */
export type OptionTable<Options> = {
  readonly [Name in keyof Options]-?:
    | OptionRule
    | (NonNullable<Options[Name]> extends object ? OptionTable<NonNullable<Options[Name]>> : never);
};

/**
 * Checks a caller's options against a table. Undefined values keep their defaults. A name that is in no row is a spelling mistake: to ignore
 * it could switch off what it was meant to switch on.
 *
 * @param within name of the option that the table belongs to, before those of its rows
 * @throws ValidationError `option-invalid` that names the option
 */
export function checkOptions<Options>(given: unknown, table: OptionTable<Options>, within = ""): void {
  if (given === undefined) {
    return;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    refuse(within === "" ? "options" : within, "an object of options");
  }
  const rows: Readonly<Record<string, OptionRule | OptionTable<unknown>>> = table;
  for (const [name, row] of Object.entries(rows)) {
    if (
      isRule(row) &&
      row.presence === "required" &&
      (given as Readonly<Record<string, unknown>>)[name] === undefined
    ) {
      refuse(nameOf(name, within), row.rule);
    }
  }
  for (const [name, value] of Object.entries(given)) {
    const option = nameOf(name, within);
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row === undefined) {
      refuse(option, `one of ${Object.keys(rows).join(", ")}`);
    } else if (!isRule(row)) {
      checkOptions(value, row, option);
    } else if (value !== undefined && !row.holds(value)) {
      refuse(option, row.rule);
    }
  }
}

/** The code that uses it checks it. */
export const anything: OptionRule = { rule: "anything", holds: () => true };

/** `true` or `false`. */
export const flag: OptionRule = { rule: "true or false", holds: (value) => typeof value === "boolean" };

/** A text of at least one character. */
export const someText: OptionRule = {
  rule: "a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};

/** A quantity or a ratio: a plain decimal number as text, without a sign. */
export const decimalText: OptionRule = {
  rule: "a decimal number from 0, as text",
  holds: (value) => typeof value === "string" && /^\d+(\.\d+)?$/.test(value),
};

/** A finite number above 0. */
export const numberAbove0: OptionRule = {
  rule: "a number above 0",
  holds: (value) => Number.isFinite(value) && (value as number) > 0,
};

/** A finite number that is not negative. */
export const numberFrom0: OptionRule = {
  rule: "a number from 0",
  holds: (value) => Number.isFinite(value) && (value as number) >= 0,
};

/** Something that is called. */
export const callback: OptionRule = { rule: "a function", holds: (value) => typeof value === "function" };

/** The signal of an AbortController. */
export const abortSignal: OptionRule = {
  rule: "an AbortSignal",
  holds: (value) => {
    const { aborted, addEventListener }: { aborted?: unknown; addEventListener?: unknown } = Object(value);
    return typeof aborted === "boolean" && typeof addEventListener === "function";
  },
};

/** One of a few words. */
export function oneOf(...words: readonly string[]): OptionRule {
  return { rule: words.join(" or "), holds: (value) => words.some((word) => word === value) };
}

/** A whole number within bounds. */
export function wholeFrom(min: number, max: number = Number.MAX_SAFE_INTEGER): OptionRule {
  const rule = max === Number.MAX_SAFE_INTEGER ? `an integer from ${min}` : `an integer from ${min} to ${max}`;
  return { rule, holds: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max };
}

/** An object with these methods. */
export function objectWith(...methods: readonly string[]): OptionRule {
  return {
    rule: `an object with ${methods.join(", ")}`,
    holds: (value) => {
      const found: Readonly<Record<string, unknown>> = Object(value);
      return typeof value === "object" && methods.every((method) => typeof found[method] === "function");
    },
  };
}

/** What holds, or is one of a few words. */
export function either(one: OptionRule, ...words: readonly string[]): OptionRule {
  const other = oneOf(...words);
  return { rule: `${one.rule} or ${other.rule}`, holds: (value) => one.holds(value) || other.holds(value) };
}

/** What has no default. */
export function required(rule: OptionRule): OptionRule {
  return { ...rule, presence: "required" };
}

function nameOf(name: string, within: string): string {
  return within === "" ? name : `${within}.${name}`;
}

function isRule(row: OptionRule | OptionTable<unknown>): row is OptionRule {
  return "holds" in row;
}

function refuse(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}
