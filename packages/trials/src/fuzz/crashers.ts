import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "./target.js";

/** Inputs that once showed a fault, made small: one folder a target, one file an input. A spec replays them, and each run begins with them. */
export const crasherFolder: string = fileURLToPath(new URL("../../crashers/", import.meta.url));

/** What a file of an input holds. */
export interface KeptCrasher {
  /** What was wrong when it was found. */
  readonly finding: Finding;
  /** For people: the input as text, where it is one. */
  readonly text?: string;
  readonly base64: string;
}

/** The kept inputs of a target, oldest name first. */
export async function readCrashers(target: string, folder: string = crasherFolder): Promise<readonly Uint8Array[]> {
  const names = await readdir(join(folder, target)).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { base64 } = JSON.parse(await readFile(join(folder, target, name), "utf8")) as KeptCrasher;
      return new Uint8Array(Buffer.from(base64, "base64"));
    }),
  );
}

/** Keeps an input under a name that follows from it. @returns the file */
export async function keepCrasher(
  target: string,
  { finding, input }: { readonly finding: Finding; readonly input: Uint8Array },
  folder: string = crasherFolder,
): Promise<string> {
  const name = `${finding.kind}-${createHash("sha256").update(input).digest("hex").slice(0, 12)}.json`;
  const path = join(folder, target, name);
  const bytes = Buffer.from(input);
  const text = bytes.toString("utf8");
  const shown = Buffer.from(text).equals(bytes) ? { text } : {};
  const kept: KeptCrasher = { finding, ...shown, base64: bytes.toString("base64") };
  await mkdir(join(folder, target), { recursive: true });
  await writeFile(path, `${JSON.stringify(kept, undefined, 2)}\n`);
  return path;
}
