import { type OperationOf, operation } from "../../shape/operation.js";
import { signedCodes } from "../code-groups.js";
import { fillPage, type ListFillsInput, listFillsParams } from "../queries/fills.js";

/** Lists the trades of one order, page by page. */
export const listFills: OperationOf<typeof listFillsParams, typeof fillPage, ListFillsInput> =
  /* @__PURE__ */ operation("listFills", {
    path: "/v3.1/cquery/base_u/orderDetail",
    auth: "signed-headers",
    permission: "read",
    params: listFillsParams,
    result: fillPage,
    codes: [...signedCodes, 2040],
    purpose: "read",
    repeat: "freely",
    spec: "document 1, Endpoints, Order fills",
  });
