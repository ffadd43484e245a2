import { integer } from "../../shape/scalar.js";

/** Number of a page, from 1. */
export const pageNumber = integer({ min: 1 });

/** How many records a page of a history has at most. No document bounds it. */
export const pageSize = integer({ min: 1 });
