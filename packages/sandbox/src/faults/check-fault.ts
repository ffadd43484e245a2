import { ValidationError } from "@depthwire/core";
import type { FeedKind } from "../push/feed.js";
import { type FaultKind, type FaultRule, faultKinds } from "./fault.js";

/** Smallest and largest value of a rule's numbers. */
const numbers = {
  count: [1, 1_000_000],
  probability: [0, 1],
  ms: [1, 600_000],
  by: [1, 255],
  bits: [1, 10_000],
  bytes: [1, 64 * 1024 * 1024],
  code: [1000, 4999],
} as const;

const texts = ["kind", "pair", "channel", "on"] as const;

const channels: readonly FeedKind[] = ["depth", "kline", "tag-price-kline", "deals", "ticker", "private"];

function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}

function isKind(value: unknown): value is FaultKind {
  return typeof value === "string" && Object.hasOwn(faultKinds, value);
}

function checkNumber(path: string, name: keyof typeof numbers, value: unknown): void {
  const [least, most] = numbers[name];
  const whole = name === "probability" || Number.isInteger(value);
  if (typeof value !== "number" || !whole || !(value >= least && value <= most)) {
    fail(`${path}.${name}`, `${name === "probability" ? "a number" : "an integer"} from ${least} to ${most}`);
  }
}

/**
 * A rule from outside, checked.
 *
 * @param path where it stood, for the error
 * @throws ValidationError `value-invalid`
 */
export function checkFaultRule(value: unknown, path: string): FaultRule {
  if (typeof value !== "object" || value === null) fail(path, "an object");
  const rule = value as Readonly<Record<string, unknown>>;
  if (!isKind(rule["kind"])) fail(`${path}.kind`, `one of ${Object.keys(faultKinds).join(", ")}`);
  const { kind, pair, on, channel } = rule;
  if (channel !== undefined && !channels.some((known) => known === channel)) {
    fail(`${path}.channel`, `one of ${channels.join(", ")}`);
  }
  if (pair !== undefined && typeof pair !== "string") fail(`${path}.pair`, "a text");
  if (on !== undefined && on !== "updates" && on !== "snapshots") fail(`${path}.on`, "updates or snapshots");
  const known = new Set<string>([...texts, ...Object.keys(numbers)]);
  for (const [name, given] of Object.entries(rule)) {
    if (!known.has(name)) fail(`${path}.${name}`, "a known key");
    if (Object.hasOwn(numbers, name) && given !== undefined) checkNumber(path, name as keyof typeof numbers, given);
  }
  const checked: Record<string, unknown> = { kind };
  for (const name of known) {
    if (rule[name] !== undefined) checked[name] = rule[name];
  }
  // Every key was checked above against the type of the rule's own key.
  return checked as unknown as FaultRule;
}
