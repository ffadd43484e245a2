import { type OperationOf, operation } from "../../shape/operation.js";
import { pairCodes, signedCodes } from "../code-groups.js";
import {
  type ListPositionChangesInput,
  listPositionChangesParams,
  positionChangePage,
} from "../queries/position-changes.js";

/** Lists changes of positions, page by page. */
export const listPositionChanges: OperationOf<
  typeof listPositionChangesParams,
  typeof positionChangePage,
  ListPositionChangesInput
> = operation("listPositionChanges", {
  path: "/v3.1/cquery/base_u/dealLog",
  auth: "signed-headers",
  permission: "read",
  params: listPositionChangesParams,
  result: positionChangePage,
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Position change records",
});
