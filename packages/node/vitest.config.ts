import { defineConfig, mergeConfig } from "vitest/config";
import { nodeProject } from "../../vitest.shared.js";

/** Real sockets, threads and processes: patient, since a machine may be busy with other things. */
export default mergeConfig(
  nodeProject("node"),
  defineConfig({ test: { testTimeout: 90_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } } }),
);
