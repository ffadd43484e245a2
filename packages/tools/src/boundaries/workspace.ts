import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";
import { scope } from "./rules.js";

/** One source file and the module specifiers that it imports. */
export interface SourceFile {
  /** Path from the package's folder, with forward slashes. */
  readonly path: string;
  readonly imports: readonly string[];
}

/** What the boundary check needs to know of one package. */
export interface PackageFacts {
  /** Without the scope. */
  readonly name: string;
  /** Folder from the workspace's root. */
  readonly folder: string;
  readonly tags: readonly string[];
  /** Peers included: its users have what it may import, or are told what is missing. */
  readonly dependencies: readonly string[];
  /** Subpaths of `exports`, `.` included. */
  readonly exports: readonly string[];
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  readonly files: readonly SourceFile[];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const skippedFolders = new Set(["dist", "node_modules", "coverage"]);

/** Every specifier that a TypeScript text imports or re-exports, dynamic imports included. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
}

/** Reads all packages of a workspace from disk. */
export function readWorkspace(root: string): PackageFacts[] {
  const folders = readdirSync(join(root, "packages"))
    .map((name) => join("packages", name))
    .concat("benchmarks")
    .filter((folder) => existsSync(join(root, folder, "package.json")));
  return folders.map((folder) => readPackage(root, folder));
}

function readPackage(root: string, folder: string): PackageFacts {
  const at = join(root, folder);
  const manifest = readJson<Manifest>(join(at, "package.json"));
  const project = readJson<{ tags?: string[] }>(join(at, "project.json"));
  const settings = readJson<{ compilerOptions?: Record<string, unknown> }>(join(at, "tsconfig.json"));
  return {
    name: manifest.name.slice(scope.length),
    folder: folder.split(sep).join("/"),
    tags: project.tags ?? [],
    dependencies: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    exports: Object.keys(manifest.exports ?? {}),
    compilerOptions: settings.compilerOptions ?? {},
    files: sourcePaths(at).map((path) => ({
      path: relative(at, path).split(sep).join("/"),
      imports: importsOf(readFileSync(path, "utf8")),
    })),
  };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

function sourcePaths(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      return skippedFolders.has(name) ? [] : sourcePaths(path);
    }
    return name.endsWith(".ts") && !name.endsWith(".d.ts") ? [path] : [];
  });
}
