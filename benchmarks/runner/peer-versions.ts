import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { NativeBuild } from "../contestants/native.js";
import { installedVersion } from "./install-peers.js";

/** Versions of what is compared with, by name. ccxt is pinned by the lock of its own folder, zlib and V8 by Node. */
export function peerVersions(peersFolder: string, native: NativeBuild): Readonly<Record<string, string>> {
  const { node, zlib = "unknown", v8 = "unknown" } = process.versions;
  const ccxt = installedVersion(join(peersFolder, "package-lock.json"), "ccxt") ?? "unknown";
  return { node, v8, zlib, ccxt, ...("program" in native ? { native: nativeVersion(native.program) } : {}) };
}

function nativeVersion(program: string): string {
  return spawnSync(program, { input: "version\n", encoding: "utf8" }).stdout.trim();
}
