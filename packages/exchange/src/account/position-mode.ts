/** What backs a position: the whole contract account, or margin of its own. */
export type PositionMode = "cross" | "fixed";
