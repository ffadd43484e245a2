import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const packagesFolder = new URL("./packages/", import.meta.url);

/**
 * Inside Vite workspace packages resolve to their sources, so that a class exists once and coverage crosses packages.
 * Worker threads still load `dist`: build first.
 * `@depthwire/x` is `x/src/index.ts`; `@depthwire/x/y` is `x/src/y.ts` (the same rule as each package's `exports`).
 */
const alias = [
  { find: /^@depthwire\/([a-z]+)$/, replacement: fileURLToPath(new URL("$1/src/index.ts", packagesFolder)) },
  { find: /^@depthwire\/([a-z]+)\/([a-z-]+)$/, replacement: fileURLToPath(new URL("$1/src/$2.ts", packagesFolder)) },
];

/** The vitest project of one package: specs beside code. */
export function nodeProject(name: string): ViteUserConfig {
  return defineConfig({
    resolve: { alias },
    test: {
      name,
      include: ["src/**/*.spec.ts"],
      environment: "node",
      // Patient: a test that takes a second alone may take ten beside the others on two cores.
      testTimeout: 20_000,
      hookTimeout: 20_000,
      setupFiles: [fileURLToPath(new URL("./vitest.setup.ts", import.meta.url))],
    },
  });
}
