import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A folder as a user has it after `npm install`: the published packages, as npm packs them, and what they depend on. */
export interface PackedPackages {
  readonly folder: string;
  remove(): void;
}

/** Packs every published package and unpacks it in a folder of its own. */
export function installPacked(): PackedPackages {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "packed-")));
  const published = readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, manifest: manifestOf(join(root, "packages", name)) }))
    .filter(({ manifest }) => manifest.private !== true);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const workspaces = published.flatMap(({ name }) => ["--workspace", `packages/${name}`]);
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...workspaces], root);
  for (const tarball of readdirSync(folder).filter((name) => name.endsWith(".tgz"))) {
    const { name } = published.find((each) => tarball.startsWith(`depthwire-${each.name}-`)) ?? { name: tarball };
    const target = join(folder, "node_modules/@depthwire", name);
    mkdirSync(target, { recursive: true });
    run("tar", ["-xzf", join(folder, tarball), "-C", target, "--strip-components=1"], folder);
  }
  const others = new Set(published.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})));
  for (const name of ["@types/node", ...others].filter((each) => !each.startsWith("@depthwire/"))) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link, "junction");
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** @throws Error with what the program printed, where it fails */
function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr}`);
  }
}
