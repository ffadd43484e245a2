import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Plugin } from "vite";

const traceModule = new URL("./mutant-trace.js", import.meta.url).href;
const target = "node20";

/**
 * Builds what is built of a package in the copy from its sources as Stryker changed them: the programs and threads that specs start run
 * the same mutants as the specs do, and tell which of them they reach ({@link file://./mutant-trace.ts}).
 *
 * @param folder of the package
 * @param trace the module that tells it, by its URL
 */
export async function buildMutants(folder: string, trace: string): Promise<void> {
  const sources = await readdir(join(folder, "src"), { recursive: true });
  for (const source of sources.filter((path) => path.endsWith(".ts") && !path.endsWith(".spec.ts"))) {
    const built = join(folder, "dist", source.replace(/\.ts$/, ".js"));
    if (existsSync(built)) {
      await buildFile(join(folder, "src", source), built, trace);
    }
  }
}

async function buildFile(source: string, built: string, trace: string): Promise<void> {
  const text = await readFile(source, "utf8");
  const { code } = await transform(text, {
    loader: "ts",
    target,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  await writeFile(built, withTrace(code, trace));
}

/** The first line of a program names what runs it. */
function withTrace(code: string, trace: string): string {
  const traced = `import ${JSON.stringify(trace)};`;
  const [first = "", ...others] = code.split("\n");
  return first.startsWith("#!") ? [first, traced, ...others].join("\n") : `${traced}\n${code}`;
}

/** Builds them before any spec runs. */
export const builtMutants: Plugin = {
  name: "built-mutants",
  configResolved: ({ root }) => buildMutants(root, traceModule),
};
