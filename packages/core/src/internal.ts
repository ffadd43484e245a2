/** For siblings alone: not part of the public interface, and without any promise. */
export { decodeBase64Bytes, encodeBase64 } from "./bytes/base64.js";
export { protocolErrorOf } from "./error/protocol-error-of.js";
export {
  abortSignal,
  anything,
  callback,
  checkOptions,
  decimalText,
  either,
  flag,
  numberAbove0,
  numberFrom0,
  type OptionRule,
  type OptionTable,
  objectWith,
  oneOf,
  required,
  someText,
  wholeFrom,
} from "./options/check-options.js";
