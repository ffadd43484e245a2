import { record, required } from "../shape/composite.js";
import { text } from "../shape/scalar.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Another address of the same service. No document describes it; the shape is this project's.
 *
 * @spec document 1, Endpoints, Alternate domains; field note 32
 */
export const alternateDomain = record(
  "alternate-domain",
  {
    /** Base address of the REST interface. */
    restUrl: required("domain", text()),
    /** Base address of the push streams. */
    pushUrl: required("ws", text()),
  },
  { spec: "document 1, Endpoints, Alternate domains; field note 32" },
);

/** Decoded {@link alternateDomain}. */
export type AlternateDomain = ValueOf<typeof alternateDomain>;
