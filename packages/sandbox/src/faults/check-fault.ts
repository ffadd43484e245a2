import { isKnownVenueCode, ValidationError } from "@depthwire/core";
import type { FeedKind } from "../push/feed.js";
import { type FaultRule, faultKinds, restFaultKinds } from "./fault.js";

/** Smallest and largest value of a rule's numbers. */
const numbers = {
  count: [1, 1_000_000],
  probability: [0, 1],
  ms: [1, 600_000],
  by: [1, 255],
  bits: [1, 10_000],
  bytes: [0, 64 * 1024 * 1024],
  code: [1000, 4999],
  status: [200, 599],
  skewMs: [-86_400_000, 86_400_000],
} as const;

/** By kind, so that a channel that is new is not forgotten here. */
const channels: Readonly<Record<FeedKind, true>> = {
  depth: true,
  kline: true,
  "tag-price-kline": true,
  deals: true,
  ticker: true,
  private: true,
};

/** What a text may be; absent: any text. */
const texts: Readonly<Record<string, readonly string[] | undefined>> = {
  pair: undefined,
  path: undefined,
  channel: Object.keys(channels),
  on: ["updates", "snapshots"],
  when: ["before", "after"],
};

/** Keys that rules of both sides have. */
const commonKeys = ["kind", "count", "probability", "ms", "code"] as const;
const pushKeys: readonly string[] = [...commonKeys, "pair", "channel", "on", "by", "bits", "bytes"];
const restKeys: readonly string[] = [...commonKeys, "path", "when", "status", "skewMs"];

/** Close codes that an endpoint may send. @spec RFC 6455, sections 7.4.1 and 7.4.2 */
function maySend(code: number): boolean {
  return code >= 3000 || (code <= 1014 && ![1004, 1005, 1006].includes(code));
}

type Wire = Readonly<Record<string, unknown>>;

function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}

function checkNumber(path: string, name: keyof typeof numbers, value: unknown): void {
  const [min, max] = numbers[name];
  const whole = name === "probability" || Number.isInteger(value);
  if (typeof value !== "number" || !whole || !(value >= min && value <= max)) {
    fail(`${path}.${name}`, `${name === "probability" ? "a number" : "an integer"} from ${min} to ${max}`);
  }
}

function checkText(path: string, name: string, value: unknown): void {
  const choices = texts[name];
  if (typeof value !== "string" || value.length > 256) {
    fail(`${path}.${name}`, "a text");
  }
  if (choices !== undefined && !choices.includes(value)) {
    fail(`${path}.${name}`, `one of ${choices.join(", ")}`);
  }
}

/** The keys that a rule of this kind may have. */
function keysOf(kind: unknown, path: string): readonly string[] {
  if (typeof kind === "string" && Object.hasOwn(faultKinds, kind)) {
    return pushKeys;
  }
  if (typeof kind === "string" && Object.hasOwn(restFaultKinds, kind)) {
    return restKeys;
  }
  const kinds = [...Object.keys(faultKinds), ...Object.keys(restFaultKinds)];
  return fail(`${path}.kind`, `one of ${kinds.join(", ")}`);
}

/** Statuses of answers that have no body. @spec RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5 */
const bodiless: ReadonlySet<unknown> = new Set([204, 205, 304]);

function checkStatus({ kind, status }: Wire, path: string): void {
  if (kind !== "empty" && bodiless.has(status)) {
    fail(`${path}.status`, "a status whose answers have a body");
  }
}

function checkCode({ kind, code }: Wire, path: string): void {
  if (code === undefined) {
    return;
  }
  if (kind === "close" && !maySend(code as number)) {
    fail(`${path}.code`, "a close code that may be sent");
  }
  if (kind === "refusal" && !isKnownVenueCode(code as number)) {
    fail(`${path}.code`, "a code of the venue");
  }
}

/**
 * A rule from outside, checked.
 *
 * @param path where it stood, for the error
 * @throws ValidationError `value-invalid`
 */
export function checkFaultRule(value: unknown, path: string): FaultRule {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fail(path, "an object");
  }
  const rule = value as Wire;
  const known = keysOf(rule["kind"], path);
  for (const [name, given] of Object.entries(rule)) {
    if (!known.includes(name)) {
      fail(`${path}.${name}`, `a key that this kind has: ${known.join(", ")}`);
    }
    if (given === undefined) {
      continue;
    }
    if (Object.hasOwn(numbers, name)) {
      checkNumber(path, name as keyof typeof numbers, given);
    } else if (name !== "kind") {
      checkText(path, name, given);
    }
  }
  checkCode(rule, path);
  checkStatus(rule, path);
  // Every key was checked above against the type of the rule's own key.
  return Object.fromEntries(Object.entries(rule).filter(([, given]) => given !== undefined)) as unknown as FaultRule;
}

/**
 * A plan from outside: one rule, a list, or `{faults: […]}`.
 *
 * @throws ValidationError `value-invalid`
 */
export function checkFaultPlan(value: unknown): readonly FaultRule[] {
  const isWrapped = typeof value === "object" && value !== null && "faults" in value;
  const other = isWrapped ? Object.keys(value).find((key) => key !== "faults") : undefined;
  if (other !== undefined) {
    fail(other, "a known key");
  }
  const inner: unknown = isWrapped ? value.faults : value;
  const list: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return list.map((rule, i) => checkFaultRule(rule, `faults[${i}]`));
}
