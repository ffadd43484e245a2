import { millisecondsAsText } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/**
 * The venue's time.
 *
 * @spec document 1, Endpoints, Server time
 */
export const serverTime = record(
  "server-time",
  {
    /** When the venue wrote the answer. */
    serverTimeMs: required("time", millisecondsAsText),
  },
  { spec: "document 1, Endpoints, Server time" },
);

/** Decoded {@link serverTime}. */
export type ServerTime = ValueOf<typeof serverTime>;

/**
 * Tells the venue's time.
 *
 * @spec document 1, Endpoints, Server time
 */
export const getServerTime = operation("getServerTime", {
  method: "GET",
  path: "/v3/cbu/timestamp",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: serverTime,
  envelope: "bare",
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Server time",
});
