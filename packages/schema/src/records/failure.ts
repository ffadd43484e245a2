import { optional, record, required } from "../shape/composite.js";
import { integer, text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";

const failureFields = {
  /** The venue's code; 0 would mean success. */
  venueCode: required("state", integer()),
  /** For people. Nobody matches on it. */
  message: optional("msg", text()),
  /** Echo of the operation; may be ignored. */
  command: optional("cmd", text()),
};

/** A failure of a call. It comes with HTTP status 200; what happened is in the code. */
export const failure: RecordOf<typeof failureFields, Failure> = /* @__PURE__ */ record("failure", failureFields, {
  spec: "document 1, What the service does; document 1, Errors; field note 24",
});

/** Decoded {@link failure}. */
export interface Failure extends RecordValue<typeof failureFields> {}

const errorObjectFields = {
  /** The venue's code. */
  code: required("code", integer({ wire: "text" })),
  /** For people. Nobody matches on it. */
  message: required("msg", text()),
};

/** A refusal. Its code is text on the wire. */
export const errorObject: RecordOf<typeof errorObjectFields, ErrorObject> = /* @__PURE__ */ record(
  "error-object",
  errorObjectFields,
  {
    spec: "field notes 4 and 25",
  },
);

/** Decoded {@link errorObject}. */
export interface ErrorObject extends RecordValue<typeof errorObjectFields> {}

const legacyFailureFields = {
  /** What happened. */
  error: required("error", errorObject),
};

/** A failure of a call of the older endpoints. */
export const legacyFailure: RecordOf<typeof legacyFailureFields, LegacyFailure> = /* @__PURE__ */ record(
  "legacy-failure",
  legacyFailureFields,
  { spec: "field note 25", ignored: ["cmd", "index"] },
);

/** Decoded {@link legacyFailure}. */
export interface LegacyFailure extends RecordValue<typeof legacyFailureFields> {}
