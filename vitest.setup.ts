import { configureGlobal } from "fast-check";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { measureCosts } from "./vitest.costs.js";

/** A fixed seed keeps runs comparable; `FC_SEED=<number>` explores. A failing property prints its seed and path. */
const seed = Number(process.env["FC_SEED"] ?? 20261121);
configureGlobal({ seed });

/** Where each spec file's processor time is written; `npm run costs` reads it. */
const costsPath = process.env["SPEC_COSTS"];
if (costsPath !== undefined) {
  let tell: ReturnType<typeof measureCosts> | undefined;
  beforeAll(() => {
    tell = measureCosts(costsPath);
  });
  afterAll(() => tell?.(expect.getState().testPath));
}

/** The next spec file of this worker finds the clock as this one found it. */
afterAll(() => {
  vi.useRealTimers();
});
