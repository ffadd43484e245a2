import type { DepthScales, DepthSink, ExactDepth } from "@depthwire/core/internal";
import type { LevelRules } from "../book/column-book.js";
import { ExactBook } from "./book.js";
import { exactDepthOf, refined } from "./levels.js";

/** How levels are kept whose integers pass 2^53. */
export interface ExactForm {
  readonly create: (rules: LevelRules) => ExactBook;
  /** The levels of a message, whichever way the sink holds them. */
  readonly depthOf: (sink: DepthSink, scales: DepthScales) => ExactDepth;
  /** The same levels at scales that are not coarser. */
  readonly refined: (depth: ExactDepth, scales: DepthScales) => ExactDepth;
}

/** Keeps them in bigints, passed to a book: one without it is not live while a number is that large. */
export const exactForm: ExactForm = { create: (rules) => new ExactBook(rules), depthOf: exactDepthOf, refined };
