import { type OperationOf, operation } from "../../shape/operation.js";
import { batchCodes, pairCodes, signedCodes } from "../code-groups.js";
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
  base: "legacy",
  path: "/v1.1/cquery",
  command: "bc/dealLog",
  auth: "signed-form",
  permission: "read",
  paramsPlace: "form-command",
  params: listPositionChangesParams,
  result: positionChangePage,
  envelope: "batch",
  codes: [...signedCodes, ...pairCodes, ...batchCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Coin-margined batch query",
});
