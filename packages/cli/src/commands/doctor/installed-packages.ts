import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { InstalledPackage } from "./checks/versions.js";

/** What of a package's manifest is read here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const scope = "@depthwire";

/** Manifest of this command. */
export async function ownManifest(): Promise<Manifest> {
  return readManifest(new URL("../../../package.json", import.meta.url));
}

/** This command's package, and those of the scope that it loads. */
export async function ownPackages(): Promise<readonly InstalledPackage[]> {
  const manifest = await ownManifest();
  const load = createRequire(import.meta.url);
  const names = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith(`${scope}/`));
  const found = await Promise.all(
    names.map(async (name) => {
      const path = load.resolve(`${name}/package.json`);
      return { name, version: (await readManifest(path)).version, folder: dirname(path) };
    }),
  );
  const folder = dirname(load.resolve("../../../package.json"));
  return [{ name: manifest.name, version: manifest.version, folder }, ...found];
}

/** The packages of the scope that programs in a directory would load: of the nearest `node_modules` that has some. */
export async function projectPackages(directory: string): Promise<readonly InstalledPackage[]> {
  for (let at = directory; ; at = dirname(at)) {
    const folder = join(at, "node_modules", scope);
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const manifest = await readManifest(join(folder, name, "package.json")).catch(() => undefined);
        return manifest && { name: manifest.name, version: manifest.version, folder: join(folder, name) };
      }),
    );
    const packages = found.filter((one) => one !== undefined);
    if (packages.length > 0 || dirname(at) === at) {
      return packages;
    }
  }
}

async function readManifest(path: string | URL): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8")) as Manifest;
}
