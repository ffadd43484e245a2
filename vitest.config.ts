import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Both cores of a small machine: specs wait for sockets and timers much of their time.
    maxWorkers: "100%",
    projects: ["packages/*/vitest.config.ts", "benchmarks/vitest.config.ts"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.spec.ts"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
