import { fileURLToPath } from "node:url";
import type { AliasOptions } from "vite";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const packagesFolder = new URL("./packages/", import.meta.url);

/**
 * `testkit` and the packages that it is built on. `schema` and `core` have specs that use it, so there it must come from
 * sources as they do: with one of them built and the other from sources, each class would exist twice.
 */
const foundation: readonly string[] = ["schema", "core", "testkit"];

/** Coverage crosses packages only while all of them come from sources. */
const isCovering = process.argv.some((argument) => argument.startsWith("--coverage"));

/** `@depthwire/x` is `x/src/index.ts`; `@depthwire/x/y` is `x/src/y.ts` (the same rule as each package's `exports`). */
function sourcesOf(packages: string): AliasOptions {
  const [root, subpath] = ["$1/src/index.ts", "$1/src/$2.ts"].map((path) =>
    fileURLToPath(new URL(path, packagesFolder)),
  );
  return [
    { find: new RegExp(`^@depthwire/(${packages})$`), replacement: root ?? "" },
    { find: new RegExp(`^@depthwire/(${packages})/([a-z-]+)$`), replacement: subpath ?? "" },
  ];
}

/**
 * The vitest project of one package: specs beside code.
 *
 * A spec loads its own package from sources and the others as they are built (`vitest.build.ts` builds them first), which
 * Node reads many times faster. Specs that run one after the other in a worker share its modules and globals
 * (`isolate: false`): most of a run would be imports otherwise. So a spec puts back what it changes outside itself.
 */
export function nodeProject(name: string): ViteUserConfig {
  return defineConfig({
    resolve: { alias: sourcesOf(isCovering || foundation.includes(name) ? "[a-z]+" : name) },
    test: {
      name,
      include: ["src/**/*.spec.ts"],
      environment: "node",
      isolate: false,
      server: { deps: { external: [/\/packages\/[a-z]+\/dist\//] } },
      unstubGlobals: true,
      unstubEnvs: true,
      // Patient: a test that takes a second alone may take a minute where others starve it. Only one that fails waits so long.
      testTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: 240_000,
      setupFiles: [fileURLToPath(new URL("./vitest.setup.ts", import.meta.url))],
    },
  });
}
