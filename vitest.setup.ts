import { configureGlobal } from "fast-check";

/** A fixed seed keeps runs comparable; `FC_SEED=<number>` explores. A failing property prints its seed and path. */
const seed = Number(process.env["FC_SEED"] ?? 20261121);
configureGlobal({ seed });
