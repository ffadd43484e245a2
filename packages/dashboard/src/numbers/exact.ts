import { compareDecimal } from "@depthwire/core";
import { dropDecimals as drop, trimDecimal as trim } from "@depthwire/core/internal";

export {
  addDecimals,
  compareDecimal,
  divideDecimals,
  isMultipleOf,
  multiplyDecimals,
  roundToMultiple,
  subtractDecimals,
} from "@depthwire/core";

/** The text without zeros at the end of its fraction. */
export function trimDecimal(text: string): string {
  return trim(text);
}

/** The text without its decimals beyond `scale`, cut off and not rounded: for figures that were reckoned, never for those of the wire. */
export function dropDecimals(text: string, scale: number): string {
  return drop(text, scale);
}

const decimal = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a text is a decimal that can be reckoned with. */
export function isDecimal(text: string): boolean {
  return decimal.test(text) && text.length <= 40;
}

/** -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  const order = compareDecimal(text, "0");
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

/** The step of prices that have so many decimals. */
export function stepOf(scale: number): string {
  return scale === 0 ? "1" : `0.${"1".padStart(scale, "0")}`;
}
