import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a package says of itself, as far as a release needs it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository?: { readonly url?: string };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that others install. */
export interface PublishedPackage {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * The packages that others install, each behind those that it depends on: a reader of the registry never meets one whose
 * dependencies are missing.
 *
 * @param root the workspace
 * @throws Error where packages depend on each other in a circle, or on a private one
 */
export function publishedPackages(root: string): PublishedPackage[] {
  const found = readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, "packages", name))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.private !== true);
  return inOrder(found);
}

/** @param folder of a package */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function inOrder(packages: readonly PublishedPackage[]): PublishedPackage[] {
  const waiting = new Set(packages);
  const ordered: PublishedPackage[] = [];
  const names = new Set<string>();
  while (waiting.size > 0) {
    const next = [...waiting].find(({ manifest }) => siblingsOf(manifest).every((name) => names.has(name)));
    if (next === undefined) {
      const stuck = [...waiting].map(({ manifest }) => manifest.name).join(", ");
      throw new Error(`no order to publish ${stuck} in: each depends on a private package or on another of these`);
    }
    waiting.delete(next);
    names.add(next.manifest.name);
    ordered.push(next);
  }
  return ordered;
}

function siblingsOf({ dependencies = {} }: Manifest): string[] {
  return Object.keys(dependencies).filter((name) => name.startsWith("@depthwire/"));
}
