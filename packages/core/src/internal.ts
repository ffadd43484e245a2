/** For siblings alone: not part of the public interface, and without any promise. */
export { decodeBase64Bytes, encodeBase64 } from "./bytes/base64.js";
export { protocolErrorOf } from "./error/protocol-error-of.js";
