import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // One more than there are cores: specs wait for sockets and timers part of their time, and each worker loads a package anew.
    maxWorkers: availableParallelism() + 1,
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
