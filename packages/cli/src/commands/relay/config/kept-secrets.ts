import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createBusKey, publicKeyOf } from "@depthwire/nats/internal";
import { Refused } from "../../../program/refused.js";
import { type RelayRole, relayRoles } from "./roles.js";

const ownerFolder = 0o700;
const ownerFile = 0o600;
const othersBits = 0o077;
const passwordBytes = 24;

/** What the servers are told of the secrets in a folder. */
export interface KeptSecrets {
  readonly publicKeys: Readonly<Record<RelayRole, string>>;
  readonly passwords: { readonly routes: string; readonly leafnodes: string };
  /** Paths of the seeds. */
  readonly seedFiles: Readonly<Record<RelayRole, string>>;
  /** Roles whose key was made now; the others' was there. */
  readonly made: readonly RelayRole[];
}

/** Makes what is missing in a folder for secrets; what is there is kept. @throws Refused `key-open`, `key-refused` */
export async function keepSecrets(folder: string): Promise<KeptSecrets> {
  await mkdir(folder, { recursive: true, mode: ownerFolder });
  await refuseOpen(folder, ownerFolder);
  const made: RelayRole[] = [];
  const entries: { readonly role: RelayRole; readonly file: string; readonly publicKey: string }[] = [];
  for (const role of relayRoles) {
    const file = join(folder, `${role}.seed`);
    const kept = await keep(file, () => createBusKey().seed);
    if (kept.isNew) {
      made.push(role);
    }
    entries.push({ role, file, publicKey: publicKeyIn(file, kept.text) });
  }
  const password = async (name: string): Promise<string> =>
    (await keep(join(folder, `${name}.password`), () => randomBytes(passwordBytes).toString("hex"))).text;
  return {
    publicKeys: byRole(entries, ({ publicKey }) => publicKey),
    seedFiles: byRole(entries, ({ file }) => file),
    passwords: { routes: await password("routes"), leafnodes: await password("leafnodes") },
    made,
  };
}

function byRole<Entry extends { readonly role: RelayRole }>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
): Record<RelayRole, string> {
  return Object.fromEntries(entries.map((entry) => [entry.role, textOf(entry)])) as Record<RelayRole, string>;
}

async function keep(path: string, make: () => string): Promise<{ readonly text: string; readonly isNew: boolean }> {
  const text = make();
  try {
    const file = await open(path, "wx", ownerFile);
    await file.writeFile(`${text}\n`);
    await file.close();
    return { text, isNew: true };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "EEXIST") {
      throw error;
    }
  }
  await refuseOpen(path, ownerFile);
  return { text: (await readFile(path, "utf8")).trim(), isNew: false };
}

function publicKeyIn(file: string, seed: string): string {
  const key = publicKeyOf(seed);
  if (key === undefined) {
    throw new Refused("key-refused", `${file} holds no seed of a user`, "Move it away; then another one is made.");
  }
  return key;
}

async function refuseOpen(path: string, mode: number): Promise<void> {
  const found = (await stat(path)).mode & 0o777;
  if (process.platform !== "win32" && (found & othersBits) !== 0) {
    const words = `Others can read ${path}: it is of mode 0${found.toString(8)}`;
    throw new Refused(
      "key-open",
      words,
      `Run chmod ${mode.toString(8)} ${path}, and replace the key if somebody may have read it.`,
    );
  }
}
