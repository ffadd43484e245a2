import { configureGlobal } from "fast-check";
import { afterAll, vi } from "vitest";

/** A fixed seed keeps runs comparable; `FC_SEED=<number>` explores. A failing property prints its seed and path. */
const seed = Number(process.env["FC_SEED"] ?? 20261121);
configureGlobal({ seed });

/** The next spec file of this worker finds the clock as this one found it. */
afterAll(() => {
  vi.useRealTimers();
});
