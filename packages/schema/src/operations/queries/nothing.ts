import { record } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";

/** No parameters, or no result. */
export const nothing = /* @__PURE__ */ record("nothing", {}, { spec: "document 1, Authentication" });

/** Decoded {@link nothing}. */
export type Nothing = ValueOf<typeof nothing>;
