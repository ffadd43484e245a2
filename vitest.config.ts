import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two more than there are cores: specs wait for sockets, timers and child processes much of their time.
    maxWorkers: availableParallelism() + 2,
    globalSetup: ["./vitest.build.ts"],
    projects: ["packages/*/vitest.config.ts", "benchmarks/vitest.config.ts"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.spec.ts"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
