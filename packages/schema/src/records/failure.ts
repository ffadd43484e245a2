import { optional, record, required } from "../shape/composite.js";
import { integer, text } from "../shape/scalar.js";
import type { ValueOf } from "../shape/value.js";

/**
 * A failure of a call. It comes with HTTP status 200; what happened is in the code.
 *
 * @spec document 1, What the service does; document 1, Errors; field note 24
 */
export const failure = record(
  "failure",
  {
    /** The venue's code; 0 would mean success. */
    venueCode: required("state", integer()),
    /** For people. Nobody matches on it. */
    message: optional("msg", text()),
    /** Echo of the operation; may be ignored. */
    command: optional("cmd", text()),
  },
  { spec: "document 1, What the service does; document 1, Errors; field note 24" },
);

/** Decoded {@link failure}. */
export type Failure = ValueOf<typeof failure>;

/**
 * A refusal. Its code is text on the wire.
 *
 * @spec field notes 4 and 25
 */
export const errorObject = record(
  "error-object",
  {
    /** The venue's code. */
    code: required("code", integer({ wire: "text" })),
    /** For people. Nobody matches on it. */
    message: required("msg", text()),
  },
  { spec: "field notes 4 and 25" },
);

/** Decoded {@link errorObject}. */
export type ErrorObject = ValueOf<typeof errorObject>;

/**
 * A failure of a call of the older endpoints.
 *
 * @spec field note 25
 */
export const legacyFailure = record(
  "legacy-failure",
  {
    /** What happened. */
    error: required("error", errorObject),
  },
  { spec: "field note 25", ignored: ["cmd", "index"] },
);

/** Decoded {@link legacyFailure}. */
export type LegacyFailure = ValueOf<typeof legacyFailure>;
