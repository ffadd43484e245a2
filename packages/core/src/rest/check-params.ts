import type { InputOf } from "@depthwire/schema";
import { pairPatterns, type RecordShape, type Rule } from "@depthwire/schema/internal";
import { compareDecimal } from "../decimal/compare-decimal.js";
import { ValidationError } from "../error/validation-error.js";
import { isObject } from "../record/is-object.js";
import type { CompiledOperation } from "./compile-operation.js";

/** What a check may use besides the parameters themselves. */
export interface KnownMarket {
  /** Latest price of the pair. Without it the rules that compare with it are not checked. */
  readonly latestPrice?: string;
}

type Values = Readonly<Record<string, unknown>>;

const pairPattern = /* @__PURE__ */ new RegExp(pairPatterns.join("|"));

/**
 * Checks parameters before anything is sent: each by its shape, then the operation's rules between them.
 *
 * @throws ValidationError `value-invalid` with the name of the parameter and the rule that it breaks
 * @spec document 1, Endpoints; document 1, Limits; document 2, Limits
 */
export function checkParams<Params, Result>(
  { operation, params: codec }: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
  known: KnownMarket = {},
): void {
  codec.encode(params);
  const values = isObject(params) ? params : {};
  checkPairs(operation.params, values);
  for (const rule of operation.rules) {
    checkRule(rule, values, known);
  }
}

function checkPairs(shape: RecordShape, values: Values): void {
  for (const [name, field] of Object.entries(shape.fields)) {
    const value = values[name];
    if (field.shape.kind === "text" && field.shape.brand === "pair" && typeof value === "string") {
      require(pairPattern.test(value), name, "a pair, such as 4BTC_USDT, 5BTC_USD or BTC_USDT");
    }
  }
}

function checkRule(rule: Rule<string>, values: Values, known: KnownMarket): void {
  switch (rule.rule) {
    case "all-or-none": {
      const missing = rule.fields.filter((name) => values[name] === undefined);
      const [name] = missing;
      require(name === undefined || missing.length === rule.fields.length, name ??
        "", `set, because ${rule.fields.join(", ")} go together`);
      break;
    }
    case "required-when":
      for (const name of holds(rule.when, values) ? rule.fields : []) {
        require(values[name] !== undefined, name, `set when ${inWords(rule.when)}`);
      }
      break;
    case "only-when":
      for (const name of holds(rule.when, values) ? [] : rule.fields) {
        require(values[name] === undefined, name, `set only when ${inWords(rule.when)}`);
      }
      break;
    case "only-with":
      for (const name of values[rule.other] === undefined ? rule.fields : []) {
        require(values[name] === undefined, name, `set only together with ${rule.other}`);
      }
      break;
    case "greater":
    case "less":
      checkOrder(rule, values, known);
      break;
    case "positive":
      for (const name of rule.fields) {
        const value = values[name];
        require(typeof value !== "string" || compareDecimal(value, "0") > 0, name, "greater than 0");
      }
      break;
  }
}

type OrderRule = Extract<Rule<string>, { rule: "greater" | "less" }>;

function checkOrder(rule: OrderRule, values: Values, known: KnownMarket): void {
  const isLatest = rule.than === "latest-price";
  const other = isLatest ? known.latestPrice : values[rule.than.field];
  const value = values[rule.field];
  if (!holds(rule.when, values) || typeof value !== "string" || typeof other !== "string") {
    return;
  }
  const order = compareDecimal(value, other);
  const name = isLatest ? "the latest price" : rule.than.field;
  require(rule.rule === "greater"
    ? order > 0
    : order < 0, rule.field, `${rule.rule} than ${name} when ${inWords(rule.when)}`);
}

type Conditions = OrderRule["when"];

function holds(conditions: Conditions, values: Values): boolean {
  return conditions.every(({ field, isOneOf }) => {
    const value = values[field];
    return typeof value === "string" && isOneOf.includes(value);
  });
}

function inWords(conditions: Conditions): string {
  return conditions.map(({ field, isOneOf }) => `${field} is ${isOneOf.join(" or ")}`).join(" and ");
}

function require(isFine: boolean, path: string, rule: string): void {
  if (!isFine) {
    throw new ValidationError("value-invalid", { path, rule });
  }
}
