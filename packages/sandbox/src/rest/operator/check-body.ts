import { compareDecimal, ValidationError } from "@depthwire/core";
import { ExactNumber, readDecimal } from "@depthwire/core/internal";
import { firstUserAccount } from "@depthwire/exchange";
import { lastUserAccount, maxCoins } from "@depthwire/exchange/internal";

/** A body's object before its keys are checked. */
export type Wire = Readonly<Record<string, unknown>>;

/** @throws ValidationError `value-invalid`, always */
export function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}

/** An object with known keys only. @throws ValidationError `value-invalid` */
export function checkObject(value: unknown, path: string, known: readonly string[]): Wire {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof ExactNumber) {
    fail(path, "an object");
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      fail(`${path}.${key}`, "a known key");
    }
  }
  return value as Wire;
}

/** A list, each of whose elements is checked; absent: empty. @throws ValidationError `value-invalid` */
export function checkList<Item>(
  value: unknown,
  path: string,
  check: (item: unknown, path: string) => Item,
): readonly Item[] {
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value) || value.length > 1000) {
    fail(path, "a list of at most 1000 elements");
  }
  return value.map((item: unknown, i) => check(item, `${path}[${i}]`));
}

/** A text of 1 to 256 characters. @throws ValidationError `value-invalid` */
export function checkText(value: unknown, path: string): string {
  if (typeof value !== "string" || value.length === 0 || value.length > 256) {
    fail(path, "a text");
  }
  return value;
}

/** One of some texts. @throws ValidationError `value-invalid` */
export function checkChoice<Choice extends string>(value: unknown, path: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  return found ?? fail(path, `one of ${choices.join(", ")}`);
}

/** A truth value, or nothing. @throws ValidationError `value-invalid` */
export function checkFlag(value: unknown, path: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") {
    return value;
  }
  fail(path, "true or false");
}

/** An integer within bounds. @throws ValidationError `value-invalid` */
export function checkInteger(value: unknown, path: string, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    fail(path, `an integer from ${min} to ${max}`);
  }
  return value;
}

/** A user's account number. @throws ValidationError `value-invalid` */
export function checkAccount(value: unknown, path = "account"): number {
  return checkInteger(value, path, firstUserAccount, lastUserAccount);
}

/** An amount of money as decimal text, in or out. @throws ValidationError `value-invalid` */
export function checkAmount(value: unknown, path: string): string {
  const text = checkDecimal(value, path);
  const max = String(maxCoins);
  if (compareDecimal(text, max) > 0 || compareDecimal(text, `-${max}`) < 0) {
    fail(path, `at most ${max}, in or out`);
  }
  return text;
}

/** A decimal as text. @throws ValidationError `value-invalid` */
export function checkDecimal(value: unknown, path: string): string {
  if (typeof value !== "string" || readDecimal(value) === undefined) {
    fail(path, "a decimal as text");
  }
  return value;
}
