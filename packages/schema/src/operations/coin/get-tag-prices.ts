import { tagPrice } from "../../records/tag-price.js";
import { mapOf } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/**
 * Tells index and tag price of every contract.
 *
 * @spec document 2, Endpoints, Coin-margined public GET
 */
export const getTagPrices = operation("getTagPrices", {
  method: "GET",
  path: "/v1.1/cquery",
  command: "bcTagPrice",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: mapOf(tagPrice),
  envelope: "command",
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Coin-margined public GET",
});
