import { millisecondsAsText } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { RecordOf, RecordValue } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

const fields = {
  /** When the venue wrote the answer. */
  serverTimeMs: required("time", millisecondsAsText),
};

/** The venue's time. */
export const serverTime: RecordOf<typeof fields, ServerTime> = /* @__PURE__ */ record("server-time", fields, {
  spec: "document 1, Endpoints, Server time",
});

/** Decoded {@link serverTime}. */
export interface ServerTime extends RecordValue<typeof fields> {}

/** Tells the venue's time. */
export const getServerTime: OperationOf<typeof nothing, typeof serverTime> = /* @__PURE__ */ operation(
  "getServerTime",
  {
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
  },
);
