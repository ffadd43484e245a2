import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Whether a push holds everything or what changed (`t` of protocol A, `data_type` of protocol B).
 *
 * @spec field notes 5 and 19
 */
export const dataKind = /* @__PURE__ */ enumeration("data-kind", {
  /** Everything: it replaces what was known. */
  0: "full",
  /** What changed since the previous push. */
  1: "incremental",
});

/** Decoded {@link dataKind}. */
export type DataKind = ValueOf<typeof dataKind>;
