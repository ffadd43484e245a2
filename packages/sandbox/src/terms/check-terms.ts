import { compareDecimal, ValidationError } from "@depthwire/core";
import { readDecimal, toScaled, trimDecimal } from "@depthwire/core/internal";
import { moneyScale, rateScale, scaledText, usualFundingPeriodMs, usualTrading } from "@depthwire/exchange/internal";
import type { ContractOptions, TermsOptions, TradingTerms, VenueTerms } from "./terms-options.js";

/** Most decimal places of a quantity in any market. */
const quantityScale = 10;

/** Checks a value as it came, and gives it in its one form. */
type Rule<Value> = (field: string, value: unknown) => Value;

/** A rule for every key. */
type Rules<Terms> = { readonly [Key in keyof Terms]-?: Rule<NonNullable<Terms[Key]>> };

/** Refuses a term. @throws ValidationError `option-invalid`, always */
export function refuseTerm(field: string, rule: string): never {
  throw new ValidationError("option-invalid", { option: field === "" ? "terms" : `terms.${field}`, rule });
}

const integer =
  (min: number, max: number): Rule<number> =>
  (field, value) => {
    if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) {
      return value;
    }
    return refuseTerm(field, `an integer from ${min} to ${max}`);
  };

/** A decimal as text with at most so many places, between two bounds; the lower one itself may be left out. */
const decimal =
  (scale: number, bounds: { readonly from?: string; readonly above?: string; readonly to?: string }): Rule<string> =>
  (field, value) => {
    const { from, above, to } = bounds;
    const rule = [
      `a decimal as text with at most ${scale} decimal places`,
      ...(from === undefined ? [] : [`from ${from}`]),
      ...(above === undefined ? [] : [`above ${above}`]),
      ...(to === undefined ? [] : [`up to ${to}`]),
    ].join(", ");
    if (typeof value !== "string" || readDecimal(value) === undefined || toScaled(value, scale) === undefined) {
      return refuseTerm(field, rule);
    }
    const isInside =
      (from === undefined || compareDecimal(value, from) >= 0) &&
      (above === undefined || compareDecimal(value, above) > 0) &&
      (to === undefined || compareDecimal(value, to) <= 0);
    return isInside ? trimDecimal(value) : refuseTerm(field, rule);
  };

const switched: Rule<"on" | "off"> = (field, value) =>
  value === "on" || value === "off" ? value : refuseTerm(field, "on or off");

/** Keys and values of a JSON object. */
function entriesOf(field: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseTerm(field, "an object");
  }
  return Object.entries(value).filter(([, one]) => one !== undefined);
}

function inside(field: string, key: string): string {
  return field === "" ? key : `${field}.${key}`;
}

/** Every value of an object under one rule, by sorted key. */
const mapOf =
  <Value>(rule: Rule<Value>): Rule<Readonly<Record<string, Value>>> =>
  (field, value) => {
    const entries = entriesOf(field, value).map(([key, one]) => [key, rule(inside(field, key), one)] as const);
    return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
  };

/** An object whose keys have a rule each; none is missing that has a default. Keys stand in the order of the rules. */
const objectOf =
  <Terms extends object>(rules: Rules<Terms>, defaults: Partial<Terms>): Rule<Terms> =>
  (field, value) => {
    const given = new Map<string, unknown>([...Object.entries(defaults), ...entriesOf(field, value)]);
    const unknown = [...given.keys()].find((key) => !Object.hasOwn(rules, key));
    if (unknown !== undefined) {
      refuseTerm(inside(field, unknown), `one of ${Object.keys(rules).join(", ")}`);
    }
    const checked = Object.entries<Rule<unknown>>(rules)
      .filter(([key]) => given.has(key))
      .map(([key, rule]) => [key, rule(inside(field, key), given.get(key))]);
    return Object.fromEntries(checked) as Terms;
  };

const fee = decimal(rateScale, { from: "0", to: "0.1" });
const size = decimal(quantityScale, { above: "0" });

const trading: Rules<TradingTerms> = {
  brackets: switched,
  makerFeeRate: fee,
  takerFeeRate: fee,
  maintenanceRate: decimal(rateScale, { above: "0", to: "0.5" }),
  maxLeverage: integer(1, 100),
  maxOpenOrders: integer(1, 10_000),
  priceBand: decimal(rateScale, { above: "0", to: "0.9" }),
};

const ofContract: Rules<ContractOptions> = {
  ...trading,
  riskBase: size,
  riskStep: size,
  maxPosition: size,
  maxOrderQuantity: size,
};

const ofVenue: Rules<TermsOptions> = {
  ...trading,
  fundingPeriodMs: integer(60_000, 604_800_000),
  insurance: mapOf(decimal(moneyScale, { from: "0", to: "1000000000000" })),
  contracts: mapOf(objectOf(ofContract, {})),
};

const usual: VenueTerms = {
  brackets: usualTrading.brackets,
  makerFeeRate: scaledText(usualTrading.makerFeeRate, rateScale),
  takerFeeRate: scaledText(usualTrading.takerFeeRate, rateScale),
  maintenanceRate: scaledText(usualTrading.maintenanceRate, rateScale),
  maxLeverage: usualTrading.maxLeverage,
  maxOpenOrders: usualTrading.maxOpenOrders,
  priceBand: scaledText(usualTrading.priceBand, rateScale),
  fundingPeriodMs: usualFundingPeriodMs,
  insurance: {},
  contracts: {},
};

/**
 * Checks terms as they came, from a program or from a file, and fills in the venue's defaults.
 *
 * @throws ValidationError `option-invalid`, with the field in question as `option`: `terms.contracts.4BTC_USDT.riskBase`
 */
export function checkTerms(terms: unknown): VenueTerms {
  return objectOf(ofVenue, usual)("", terms) as VenueTerms;
}
