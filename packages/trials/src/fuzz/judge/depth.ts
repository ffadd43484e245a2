import { canonicalDecimal, type OracleDecimal, readDecimal } from "@depthwire/testkit";
import { hasOwn, isObject, JudgedNumber, ownValue } from "./json.js";

/** One list of a depth message: `[quantity, price]` of each level, in canonical text. */
export type JudgedLevels = readonly (readonly [quantity: string, price: string])[];

/** A depth message as the documents have it, or why it is not. */
export type JudgedDepth =
  | {
      readonly kind: "snapshot" | "update";
      /** -1 where there is none. */
      readonly seq: number;
      readonly updatedAtMs: number;
      /** Asks and bids to set, to delete, to modify. */
      readonly sections: readonly JudgedLevels[];
    }
  | { readonly kind: "refused"; readonly why: string };

/** In what the two protocols differ. */
export interface DepthDialect {
  readonly timeKey: string;
  readonly row: "list" | "record";
  /** Whether a snapshot may come without its number. */
  readonly mayLackSeq: boolean;
}

/** Protocol A. */
export const prefixDialect: DepthDialect = { timeKey: "ut", row: "list", mayLackSeq: false };
/** Protocol B. */
export const channelDialect: DepthDialect = { timeKey: "update_time", row: "record", mayLackSeq: true };

/** Longest text of a decimal, and most digits behind leading zeros. */
const maxDecimalLength = 128;
const maxDecimalDigits = 38;

class Refused extends Error {}

function refuse(why: string): never {
  throw new Refused(why);
}

/**
 * Reads the payload of a depth message by the documents and the field notes alone.
 *
 * @param isIncremental what the message says of itself
 * @param capacity most levels of one list
 * @spec document 1, Events; field notes 5 and 9 to 13
 */
export function judgeDepth(
  payload: unknown,
  { timeKey, row, mayLackSeq }: DepthDialect,
  {
    pair,
    isIncremental,
    capacity,
  }: { readonly pair: string; readonly isIncremental: boolean; readonly capacity: number },
): JudgedDepth {
  try {
    if (!isObject(payload)) {
      refuse("no object");
    }
    const hasSides = hasOwn(payload, "asks") || hasOwn(payload, "bids");
    const hasChanges = ["add", "del", "mod"].some((key) => hasOwn(payload, key));
    if (hasSides && hasChanges) {
      refuse("a snapshot and an update in one");
    }
    if (!hasSides && !hasChanges && !isIncremental) {
      refuse("neither levels nor changes");
    }
    if (ownValue(payload, "pair") !== pair) {
      refuse("another pair");
    }
    const sidesOf = (sides: unknown): JudgedLevels[] => [
      levelsOf(ownValue(sides, "asks"), row, capacity),
      levelsOf(ownValue(sides, "bids"), row, capacity),
    ];
    const changesOf = (key: string): JudgedLevels[] => {
      const sides = ownValue(payload, key) ?? {};
      return isObject(sides) ? sidesOf(sides) : refuse(`${key} is no object`);
    };
    const none: JudgedLevels[] = [[], [], [], []];
    const seqValue = ownValue(payload, "seq") ?? undefined;
    const seq = hasSides && mayLackSeq && seqValue === undefined ? -1 : integerOf(seqValue);
    const sections = hasSides ? [...sidesOf(payload), ...none] : ["add", "del", "mod"].flatMap(changesOf);
    return { kind: hasSides ? "snapshot" : "update", seq, updatedAtMs: timeOf(ownValue(payload, timeKey)), sections };
  } catch (error) {
    if (error instanceof Refused) {
      return { kind: "refused", why: error.message };
    }
    throw error;
  }
}

function levelsOf(value: unknown, row: DepthDialect["row"], capacity: number): JudgedLevels {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value) || value.length > capacity) {
    refuse("no list of levels, or too long a one");
  }
  return value.map((level: unknown) => {
    const [quantity, price] = row === "list" ? listed(level) : [ownValue(level, "volume"), ownValue(level, "price")];
    return [levelDecimal(quantity), levelDecimal(price)] as const;
  });
}

function listed(level: unknown): readonly unknown[] {
  return Array.isArray(level) && level.length === 2 ? level : refuse("a level that has not two values");
}

/** Neither a price nor a quantity may have a minus sign, be it before a zero. */
function levelDecimal(value: unknown): string {
  const decimal = decimalOf(value);
  const isNegative = (value instanceof JudgedNumber ? value.text : String(value)).startsWith("-");
  return isNegative ? refuse("a minus sign") : canonicalDecimal(decimal);
}

function decimalOf(value: unknown): OracleDecimal {
  const text = value instanceof JudgedNumber ? withoutExponent(value.text) : value;
  if (typeof text !== "string" || text.length > maxDecimalLength) {
    refuse("no decimal");
  }
  const decimal = /^-?\d+(?:\.\d+)?$/.test(text) ? readDecimal(text) : undefined;
  const digits = text.replace(/^-?0*/, "").replace(".", "").length;
  return decimal === undefined || digits > maxDecimalDigits ? refuse("no decimal") : decimal;
}

/** The plain decimal of a JSON number. */
function withoutExponent(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (exponent === undefined) {
    return text;
  }
  if (exponent.replace(/^[+-]/, "").length > 3) {
    refuse("an exponent beyond all decimals");
  }
  const shift = Number(exponent);
  const digits = `${"0".repeat(Math.max(0, 1 - whole.length - shift))}${whole}${fraction}${"0".repeat(Math.max(0, shift - fraction.length))}`;
  const point = digits.length - Math.max(0, fraction.length - shift);
  return `${sign}${digits.slice(0, point)}${point < digits.length ? `.${digits.slice(point)}` : ""}`;
}

/** An integer from 0 on, as a number or as its text. */
function integerOf(value: unknown): number {
  const text = value instanceof JudgedNumber ? value.text : value;
  const number = typeof text === "string" && /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : refuse("no integer");
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

/** Epoch milliseconds, or ISO 8601 in UTC. */
function timeOf(value: unknown): number {
  if (typeof value === "string" && value.includes("T")) {
    const date = new Date(value);
    const isWritten = isoTime.test(value) && !Number.isNaN(date.getTime());
    return isWritten && date.toISOString().slice(0, 19) === value.slice(0, 19) ? date.getTime() : refuse("no time");
  }
  return integerOf(value);
}
