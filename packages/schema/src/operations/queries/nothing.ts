import { record } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * No parameters, or no result.
 *
 * @spec document 1, Authentication
 */
export const nothing = record("nothing", {}, { spec: "document 1, Authentication" });

/** Decoded {@link nothing}. */
export type Nothing = ValueOf<typeof nothing>;
