import { existsSync } from "node:fs";

/**
 * A module of this package as it is built. Loaded from sources (by a test runner), a thread still runs the built file: workers
 * know no TypeScript.
 */
export function builtModule(name: string): URL {
  return built(`${name}.js`);
}

/** How a pool learns which module its threads run. */
export interface ThreadModule {
  readonly filename: string;
  readonly workerData: { readonly entry: string };
}

/** The module of a pool's threads: see `thread-module.cts`. */
export function threadModule(entry: URL): ThreadModule {
  return { filename: built("thread-module.cjs").href, workerData: { entry: entry.href } };
}

function built(file: string): URL {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../dist/${file}` : `./${file}`, import.meta.url);
}

/** What a shard's thread runs: one file, where the package was packed. */
export function shardEntry(): URL {
  const bundle = builtModule("shard-entry.bundle");
  return existsSync(bundle) ? bundle : builtModule("shard-entry");
}
