import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The name under which the bundle leaves what it exports. */
export const smokeGlobal = "depthwireSmoke";

/**
 * The smoke with all that it imports, as one script for any runtime: it is evaluated, not imported.
 *
 * @throws Error when something cannot be bundled
 */
export async function bundleSmoke(): Promise<string> {
  const { outputFiles } = await build({
    // Of the build, wherever this is loaded from.
    entryPoints: [fileURLToPath(new URL("../../dist/runtimes/smoke.js", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: smokeGlobal,
    platform: "neutral",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
