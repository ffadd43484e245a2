import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../release/program.js";

/** How much of the folder of runtimes is installed: `small` leaves out the large ones (Bun, Deno, workerd, other Nodes). */
export type ForeignExtent = "small" | "whole";

/** Packages that npm leaves out of a small installation. */
const largePackages = ["bun", "deno", "workerd"];

/**
 * Installs the runtimes by their own lock at the first use, and again when the lock names other versions. The repository's own `npm ci` never does.
 *
 * @param folder of their package.json and lock
 * @throws Error when npm fails
 */
export async function installForeign(
  folder: string,
  extent: ForeignExtent,
  progress: (text: string) => void,
): Promise<void> {
  if (isInstalled(folder, extent)) {
    return;
  }
  progress(`installing runtimes to try the packages in (npm ci in packages/tools/runtimes, ${extent})`);
  const omitted = extent === "small" ? ["--omit=optional"] : [];
  await outputOf("npm", ["ci", "--no-audit", "--no-fund", ...omitted], folder);
}

/** npm writes what it has installed into node_modules. */
function isInstalled(folder: string, extent: ForeignExtent): boolean {
  const written = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(written)) {
    return false;
  }
  const [wanted, found] = [versionsIn(join(folder, "package-lock.json")), versionsIn(written)];
  const isWanted = (path: string): boolean => largePackages.includes(path.replace("node_modules/", ""));
  const needed = [...wanted].filter(
    ([path]) => path.endsWith("/quickjs-emscripten") || (extent === "whole" && isWanted(path)),
  );
  return needed.every(([path, version]) => found.get(path) === version);
}

function versionsIn(lockFile: string): ReadonlyMap<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
}
