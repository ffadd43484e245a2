import { compareDecimal } from "@depthwire/core";
import { toScaled } from "@depthwire/core/internal";
import { firstUserAccount } from "@depthwire/exchange";
import {
  type AccountId,
  coinList,
  findCoin,
  lastUserAccount,
  type Market,
  moneyScale,
} from "@depthwire/exchange/internal";
import { checkFaultRule } from "../faults/check-fault.js";
import type { FaultRule } from "../faults/fault.js";
import { checkDelays, type Delay, type DelayKind, delayKinds } from "../latency/check-latency.js";
import {
  checkAccount,
  checkAmount,
  checkDecimal,
  checkFlag,
  checkInteger,
  checkList,
  checkText,
  fail,
} from "../rest/operator/check-body.js";
import { checkSnapshotName, snapshotNamePattern } from "../snapshots/snapshot-name.js";
import type { Cast } from "./stage.js";

/** One key of a step. */
export interface Field<Value> {
  readonly says: string;
  /** Its JSON Schema. */
  readonly schema: object;
  /** @throws ValidationError `value-invalid` with the path */
  readonly check: (value: unknown, path: string, cast: Cast) => Value;
}

/** A key that may be absent. */
export type Optional<Value> = Field<Value | undefined> & { readonly isOptional: true };

/** Makes a key one that may be absent. */
export function optional<Value>({ says, schema, check }: Field<Value>): Optional<Value> {
  const checkMaybe = (value: unknown, path: string, cast: Cast): Value | undefined =>
    value === undefined ? undefined : check(value, path, cast);
  return { says, schema, check: checkMaybe, isOptional: true };
}

const decimalSchema = { type: "string", pattern: "^-?[0-9]+(\\.[0-9]+)?$" };

/** Longest time that a scenario takes, and a step in it: a year. */
export const maxScenarioMs = 31_536_000_000;

/** A number of milliseconds. */
export function milliseconds(says: string): Field<number> {
  const schema = { type: "integer", minimum: 0, maximum: maxScenarioMs };
  return { says, schema, check: (value, path) => checkInteger(value, path, 0, maxScenarioMs) };
}

/** From which decimal to which, and how many decimals count. */
export interface DecimalBounds {
  readonly min: string;
  readonly max: string;
  readonly scale: number;
}

/** A decimal as text within bounds: a whole number of 10^-scale. */
export function decimalBetween(says: string, { min, max, scale }: DecimalBounds): Field<number> {
  const check = (value: unknown, path: string): number => {
    const text = checkDecimal(value, path);
    const isWithin = compareDecimal(text, min) >= 0 && compareDecimal(text, max) <= 0;
    const scaled = isWithin ? toScaled(text, scale) : undefined;
    return Number(scaled ?? fail(path, `a decimal from ${min} to ${max} with at most ${scale} decimals`));
  };
  return { says, schema: { type: "string", pattern: `^-?[0-9]+(\\.[0-9]{1,${scale}}0*)?$` }, check };
}

/** A truth value. */
export function flag(says: string): Field<boolean | undefined> {
  return { says, schema: { type: "boolean" }, check: (value, path) => checkFlag(value, path) };
}

/** The name of a snapshot. */
export const snapshotName: Field<string> = {
  says: "the snapshot's name",
  schema: { type: "string", pattern: snapshotNamePattern.source },
  check: (value, path) => checkSnapshotName(value, path),
};

/** An amount of a coin. */
export const amount: Field<string> = {
  says: "a decimal",
  schema: decimalSchema,
  check: (value, path) => {
    const text = checkAmount(value, path);
    return toScaled(text, moneyScale) === undefined
      ? fail(path, `a decimal with at most ${moneyScale} decimals`)
      : text;
  },
};

/** The contracts that a step is about. */
export const contracts: Field<readonly Market[]> & { readonly isOptional: true } = {
  isOptional: true,
  says: "the pair; every contract of the venue by default",
  schema: { type: "string" },
  check: (value, path, { markets }) => {
    const all = markets.filter(({ family }) => family !== "spot");
    if (value === undefined) {
      return all;
    }
    const found = all.find(({ pair }) => pair === value);
    return found === undefined
      ? fail(path, `one of the venue's contracts: ${all.map(({ pair }) => pair).join(", ")}`)
      : [found];
  },
};

/** The account that a step is about. */
export const account: Field<AccountId> = {
  says: "the account's number, or `demo`",
  schema: { anyOf: [{ const: "demo" }, { type: "integer", minimum: firstUserAccount, maximum: lastUserAccount }] },
  check: (value, path, { demoAccount, hasAccount }) => {
    const number = value === "demo" ? demoAccount : checkAccount(value, path);
    return hasAccount(number) ? number : fail(path, "`demo`, or the number of an account that the venue has already");
  },
};

/** A coin that the venue's money can be in: of its list, or one that a contract of it settles in. */
export const coin: Field<string> = {
  says: "the coin's symbol",
  schema: { type: "string", minLength: 1, maxLength: 256 },
  check: (value, path, { markets }) => {
    const symbol = checkText(value, path);
    const isKnown = findCoin(symbol) !== undefined || markets.some((market) => market.coin === symbol);
    return isKnown ? symbol : fail(path, `a coin of the venue: ${coinList.map((one) => one.coin).join(", ")}`);
  },
};

/** How long everything takes. */
export const delays: Field<Readonly<Partial<Record<DelayKind, Delay>>>> = {
  says: "`{orderEntry?, response?, feed?}`, each milliseconds or `{ms, jitterMs?}`",
  schema: {
    type: "object",
    properties: Object.fromEntries(delayKinds.map((kind) => [kind, { type: ["integer", "object"] }])),
    additionalProperties: false,
  },
  check: (value, path) => checkDelays(value, { path, refuse: fail }),
};

/** Rules of the fault plan. Without a count they happen until the step is over. */
export const faults: Field<readonly FaultRule[]> = {
  says: "rules of the fault plan; without `count` each happens as long as the step lasts",
  schema: { type: "array", minItems: 1, items: { type: "object", required: ["kind"] } },
  check: (value, path) => {
    if (!Array.isArray(value) || value.length === 0) {
      fail(path, "a list of rules");
    }
    return checkList(value, path, (rule, where) => ({ count: 1_000_000, ...checkFaultRule(rule, where) }));
  },
};
