import { build } from "esbuild";

/** Where a bundle runs. */
export type BundleTarget = "page" | "worker" | "anywhere";

/** By the runtime's own conventions; nothing of Node is left in any of them. */
const settings = {
  page: { format: "esm", platform: "browser", conditions: ["browser"] },
  worker: { format: "esm", platform: "neutral", conditions: ["workerd", "worker", "browser"] },
  anywhere: { format: "iife", platform: "neutral", conditions: [] },
} as const;

/**
 * Bundles one module with all that it imports by esbuild, minified as for production.
 *
 * @throws Error when something cannot be bundled
 */
export async function bundle(entry: string, target: BundleTarget, outfile: string): Promise<void> {
  const { format, platform, conditions } = settings[target];
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format,
    platform,
    conditions: [...conditions],
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
  });
}
