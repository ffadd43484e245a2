import { readdir, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { usualCredentialFile } from "@depthwire/sandbox/internal";
import type { Context } from "../../program/context.js";
import { keyFolderOf } from "../../venue/find-credential.js";
import type { KeyFlags } from "../../venue/venue-options.js";
import type { RuntimePorts } from "./checks/runtime.js";
import type { VersionsPorts } from "./checks/versions.js";
import { ownManifest, ownPackages, projectPackages } from "./installed-packages.js";

/** This computer, as the doctor looks at it. */
export interface DoctorPorts {
  runtime(): Promise<RuntimePorts>;
  installed(): Promise<VersionsPorts>;
  isFree(port: number): Promise<boolean>;
  isAccelerator(port: number): Promise<boolean>;
  freeBytes(folder: string): Promise<number>;
  keyPaths(flags: KeyFlags): Promise<readonly { readonly path: string; readonly kind: "folder" | "file" }[]>;
  modeOf(path: string): Promise<number | undefined>;
  nowMs(): number;
  /** Longest time for the way to one address, in milliseconds. */
  readonly patienceMs: number;
}

const usualPatienceMs = 10_000;

/** This computer itself. */
export function doctorPorts(context: Context): DoctorPorts {
  return {
    runtime: async () => ({ versions: process.versions, engines: (await ownManifest()).engines?.node ?? "" }),
    installed: async () => ({ own: await ownPackages(), project: await projectPackages(context.workingDirectory) }),
    isFree,
    isAccelerator,
    freeBytes,
    keyPaths: (flags) => keyPaths(flags, context),
    modeOf,
    nowMs: () => Date.now(),
    patienceMs: usualPatienceMs,
  };
}

const loopback = "127.0.0.1";

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, loopback, () => server.close(() => resolve(true)));
  });
}

/** How long a program on this computer has for an answer about itself, in milliseconds. */
const healthWithinMs = 1_000;

/** By its answer to `/health`: what is not ready, or that it wants its token. */
async function isAccelerator(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(healthWithinMs);
    const answer = await fetch(`http://${loopback}:${port}/health`, { signal, redirect: "error" });
    const body = (await answer.json()) as {
      readonly notReady?: unknown;
      readonly error?: { readonly code?: unknown };
    } | null;
    return Array.isArray(body?.notReady) || (answer.status === 401 && body?.error?.code === "token-refused");
  } catch {
    return false;
  }
}

/** Of the folder, or the nearest above it that exists. */
async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  if (found === undefined && dirname(folder) !== folder) {
    return freeBytes(dirname(folder));
  }
  return found === undefined ? 0 : found.bavail * found.bsize;
}

async function keyPaths(
  flags: KeyFlags,
  context: Context,
): Promise<readonly { readonly path: string; readonly kind: "folder" | "file" }[]> {
  const at = (path: string): string => resolve(context.workingDirectory, path);
  const folder = at(keyFolderOf(flags, context));
  const inside = await Promise.all(
    [folder, join(folder, "keys"), dirname(at(usualCredentialFile))].map(async (one) =>
      (await readdir(one).catch(() => [])).map((name) => join(one, name)),
    ),
  );
  const candidates = [folder, ...inside.flat()];
  const { credential } = flags;
  const all = new Set(credential === undefined ? candidates : [...candidates, at(credential)]);
  const found = await Promise.all([...all].map(async (path) => ({ path, kind: await kindOf(path) })));
  return found.flatMap(({ path, kind }) => (kind === undefined ? [] : [{ path, kind }]));
}

async function kindOf(path: string): Promise<"folder" | "file" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    return undefined;
  }
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : undefined;
}

const modeBits = 0o777;

async function modeOf(path: string): Promise<number | undefined> {
  return process.platform === "win32" ? undefined : (await stat(path)).mode & modeBits;
}
