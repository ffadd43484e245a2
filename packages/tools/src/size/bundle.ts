import { posix } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What one bundle came to, in bytes. */
export interface BundleSize {
  /** Minified and compressed with gzip, level 9. */
  readonly bytes: number;
  /** Minified. */
  readonly minifiedBytes: number;
  /** What each file adds to the minified text, largest first. */
  readonly inputs: readonly BundleInput[];
}

/** One file of a bundle. */
export interface BundleInput {
  /** From the folder of the packages. */
  readonly file: string;
  readonly minifiedBytes: number;
}

/**
 * Bundles one module with everything that it imports, as a program for a page is bundled, and measures the text.
 *
 * @param entry path of the module; its imports are found as Node finds them
 * @throws Error when something cannot be bundled
 */
export async function bundleSize(entry: string): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    bytes: gzipSync(text, { level: 9 }).length,
    minifiedBytes: text.length,
    inputs: inputs
      .map(([file, { bytesInOutput }]) => ({ file: shortened(file), minifiedBytes: bytesInOutput }))
      .filter(({ minifiedBytes }) => minifiedBytes > 0)
      .sort((one, other) => other.minifiedBytes - one.minifiedBytes),
  };
}

/** The same for a package of the workspace and one that is installed. */
function shortened(file: string): string {
  return posix.normalize(file).replace(/^.*?(?:packages|node_modules\/@depthwire)\//, "");
}
