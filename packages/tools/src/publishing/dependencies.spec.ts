import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

interface RootManifest extends Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly hasInstallScript?: boolean;
        readonly integrity?: string;
        readonly link?: boolean;
        readonly version?: string;
        readonly inBundle?: boolean;
      }
    >
  >;
}

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Content;
}

const workspaces: readonly string[] = [
  "package.json",
  "benchmarks/package.json",
  "docs/package.json",
  ...readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `packages/${name}/package.json`),
];

/** A version as it stands in a registry, and nothing that more than one would fit; an alias has such a version at its end. */
const exact = /^(?:npm:(?:@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Private, and so always the one in this checkout. */
const besideUs: ReadonlySet<string> = new Set(["@depthwire/testkit"]);

const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] as const;

it.each(workspaces)("%s names exact versions alone", (path) => {
  const manifest = read<Manifest>(path);
  const loose = kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([name, version]) => !exact.test(version) && !besideUs.has(name))
      .map(([name, version]) => `${kind} ${name} ${version}`),
  );
  expect(loose).toEqual([]);
});

it.each(workspaces)("%s runs nothing when it is installed", (path) => {
  const { scripts = {} } = read<Manifest>(path);
  const atInstall = ["preinstall", "install", "postinstall", "prepare"].filter((name) => Object.hasOwn(scripts, name));
  expect(atInstall).toEqual([]);
});

it("knows every package that has an install script, and marks none as one that may run", () => {
  const { packages } = read<Lock>("package-lock.json");
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.split("node_modules/").at(-1) ?? path);
  const { allowScripts } = read<RootManifest>("package.json");
  expect([...new Set(withScripts)].toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  expect(Object.values(allowScripts)).toEqual(Object.keys(allowScripts).map(() => false));
});

it("has a checksum of everything that it takes from a registry", () => {
  const { packages } = read<Lock>("package-lock.json");
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) =>
      path.includes("node_modules/") && link !== true && inBundle !== true && integrity?.startsWith("sha512-") !== true,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(500);
});
