import { configureGlobal, readConfigureGlobal } from "fast-check";
import { inject } from "vitest";

// The name is Stryker's. Which input is the smallest that fails a mutant's spec does not matter.
if (inject("mode" as never) === "mutant") {
  configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
}
