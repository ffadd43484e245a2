/** Specs alone: nothing is imported from here. */
export {};
