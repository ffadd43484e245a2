import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How `data` of a protocol B message is written. The service was seen to compress what was asked for plain.
 *
 * @spec document 1, Events, Protocol B; field note 19
 */
export const pushCompression = /* @__PURE__ */ enumeration("push-compression", {
  /** `data` is JSON. */
  0: "plain",
  /** `data` is text: base64 of a zlib or gzip stream. */
  1: "compressed",
});

/** Decoded {@link pushCompression}. */
export type PushCompression = ValueOf<typeof pushCompression>;
