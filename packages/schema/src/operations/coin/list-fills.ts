import { type OperationOf, operation } from "../../shape/operation.js";
import { batchCodes, signedCodes } from "../code-groups.js";
import { fillPage, type ListFillsInput, listFillsParams } from "../queries/fills.js";

/** Lists the trades of one order, page by page. */
export const listFills: OperationOf<typeof listFillsParams, typeof fillPage, ListFillsInput> =
  /* @__PURE__ */ operation("listFills", {
    base: "legacy",
    path: "/v1.1/cquery",
    command: "bc/orderDetail",
    auth: "signed-form",
    permission: "read",
    paramsPlace: "form-command",
    params: listFillsParams,
    result: fillPage,
    envelope: "batch",
    codes: [...signedCodes, 2040, ...batchCodes],
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Coin-margined batch query",
  });
