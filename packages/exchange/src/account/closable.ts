import type { Position } from "./user.js";

/** What of a position no closing order has reserved. Plans reserve nothing. */
export function closableQuantity({ quantity, closing }: Position): number {
  return quantity - closing;
}
