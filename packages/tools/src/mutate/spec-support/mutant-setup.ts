import { configureGlobal, readConfigureGlobal } from "fast-check";
import { inject, vi } from "vitest";

/**
 * A mutant that makes a promise wait for ever is found after this. Specs take milliseconds, but for random ones, which take half
 * a second at most: a busy machine is no hang. Milliseconds.
 */
const testTimeoutMs = 4_000;

// Not in the run before all mutants: that one must pass, however slow the machine is. The name is Stryker's.
if (inject("mode" as never) === "mutant") {
  vi.setConfig({ testTimeout: testTimeoutMs, hookTimeout: testTimeoutMs });
  // Which input is the smallest that fails does not matter.
  configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
}
