import { checkParams, compileOperation } from "@depthwire/core";
import { type InputOf, usdt } from "@depthwire/schema";

const placeOrder = /* @__PURE__ */ compileOperation(usdt.placeOrder);

/**
 * Whether the values of an order can be read, and fit together, before anybody calculates with them.
 *
 * @throws ValidationError `value-invalid`
 * @spec document 1, Endpoints, Place order
 */
export function checkForm(order: InputOf<usdt.PlaceOrderParams>): void {
  checkParams(placeOrder, order);
}
