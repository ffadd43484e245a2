import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the peers by their own lock the first time, and again when the lock asks for another version. What npm
 * prints goes to standard error.
 *
 * @throws Error when npm fails
 */
export function installPeers(peersFolder: string): void {
  if (isInstalled(peersFolder)) {
    return;
  }
  process.stderr.write("installing the peers to compare with (npm ci in benchmarks/peers, once)\n");
  const npm = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: peersFolder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) {
    throw new Error("the peers could not be installed: npm ci failed in benchmarks/peers");
  }
}

/** What is compared with, by its name on npm. */
const peerNames = ["ccxt", "nodejs-order-book"] as const;

/** npm writes a copy of the lock into node_modules when it is done. */
function isInstalled(peersFolder: string): boolean {
  const installed = join(peersFolder, "node_modules/.package-lock.json");
  const locked = join(peersFolder, "package-lock.json");
  return (
    existsSync(installed) &&
    peerNames.every((name) => installedVersion(installed, name) === installedVersion(locked, name))
  );
}

/** The version that a lock file names. */
export function installedVersion(lockFile: string, name: string): string | undefined {
  const lock = JSON.parse(readFileSync(lockFile, "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string } | undefined>>;
  };
  return lock.packages[`node_modules/${name}`]?.version;
}
