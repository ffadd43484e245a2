import { existsSync } from "node:fs";

/**
 * A module of this package as it is built. Loaded from sources (by a test runner), a thread still runs the built file: workers
 * know no TypeScript.
 */
export function builtModule(name: string): URL {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../dist/${name}.js` : `./${name}.js`, import.meta.url);
}

/** What a shard's thread runs: one file, where the package was packed. */
export function shardEntry(): URL {
  const bundle = builtModule("shard-entry.bundle");
  return existsSync(bundle) ? bundle : builtModule("shard-entry");
}
