import { record, required } from "../shape/composite.js";
import { text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";

const fields = {
  /** Base address of the REST interface. */
  restUrl: required("domain", text()),
  /** Base address of the push streams. */
  pushUrl: required("ws", text()),
};

/** Another address of the same service. No document describes it; the shape is this project's. */
export const alternateDomain: RecordOf<typeof fields, AlternateDomain> = /* @__PURE__ */ record(
  "alternate-domain",
  fields,
  {
    spec: "document 1, Endpoints, Alternate domains; field note 32",
  },
);

/** Decoded {@link alternateDomain}. */
export interface AlternateDomain extends RecordValue<typeof fields> {}
