import { ValidationError } from "@depthwire/core";
import { checkParams, compileOperation } from "@depthwire/core/internal";
import type { Field } from "@depthwire/schema/internal";
import * as usdt from "@depthwire/schema/usdt";

const placeOrder = /* @__PURE__ */ compileOperation(usdt.placeOrder);

/**
 * Whether the values of an order can be read, and fit together, before anybody calculates with them.
 *
 * @throws ValidationError `value-invalid`
 * @spec document 1, Endpoints, Place order
 */
export function checkForm(order: usdt.PlaceOrderInput): void {
  checkParams(placeOrder, order);
}

/** What an order may name. What is always the same on the wire is not the caller's to say. */
export const orderKeys: readonly string[] = /* @__PURE__ */ namesOf(usdt.placeOrder.params.fields);

/**
 * A name that means nothing here is a name that was spelt wrong: to leave it out would send another order than was meant.
 *
 * @throws ValidationError `value-invalid` that names the key
 */
export function checkKeys(given: unknown, known: readonly string[]): void {
  const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ValidationError("value-invalid", { path: unknown, rule: `one of ${known.join(", ")}` });
  }
}

/** @throws ValidationError `market-rule`: the venue lists no such contract */
export function requireListed(pair: string): never {
  const bound = "the venue's contracts";
  throw new ValidationError("market-rule", { path: "pair", rule: "a listed contract", value: pair, bound });
}

function namesOf(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.presence !== "fixed");
}
