import { nodeProject } from "../vitest.shared.js";

const project = nodeProject("benchmarks");
export default {
  ...project,
  test: { ...project.test, include: ["**/*.spec.ts"] },
};
