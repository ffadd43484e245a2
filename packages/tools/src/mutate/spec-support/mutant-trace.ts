import { writeFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { traceVariable } from "./trace-variable.js";

/** What Stryker's code counts in: by mutant, and by test, which a program knows nothing of. */
interface StrykerCounts {
  readonly static: Readonly<Record<string, number>>;
}

const everyMs = 50;
const prefix = process.env[traceVariable];

// The specs' own thread counts by tests.
if (prefix !== undefined && !("__vitest_worker__" in globalThis)) {
  const file = `${prefix}-${process.pid}-${threadId}.json`;
  let written = 0;
  const write = (): void => {
    const { __stryker__: { mutantCoverage } = {} } = globalThis as {
      __stryker__?: { readonly mutantCoverage?: StrykerCounts };
    };
    const reached = Object.keys(mutantCoverage?.static ?? {});
    if (reached.length > written) {
      written = reached.length;
      writeFileSync(file, JSON.stringify(reached));
    }
  };
  process.on("exit", write);
  // Not everybody ends by himself.
  setInterval(write, everyMs).unref();
}
