import { integer } from "../../shape/scalar.js";

/** Number of a page, from 1. */
export const pageNumber = /* @__PURE__ */ integer({ min: 1 });

/** How many records a page of a history has at most. No document bounds it. */
export const pageSize = /* @__PURE__ */ integer({ min: 1 });
