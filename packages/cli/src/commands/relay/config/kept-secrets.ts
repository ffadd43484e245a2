import { randomBytes } from "node:crypto";
import { appendFile, mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createBusKey, publicKeyOf, seedIn } from "@depthwire/nats/internal";
import { Refused } from "../../../program/refused.js";
import { type RelayRole, relayRoles } from "./role-names.js";
import { accountsOf, type RelayAccount } from "./roles.js";

const ownerFolder = 0o700;
const ownerFile = 0o600;
const othersBits = 0o077;
const passwordBytes = 24;

/** A role's public key in each account that it has one for. */
export type AccountKeys = Readonly<Partial<Record<RelayAccount, string>>>;

/** What the servers are told of the secrets in a folder. */
export interface KeptSecrets {
  readonly publicKeys: Readonly<Record<RelayRole, AccountKeys>>;
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
  const entries: { readonly role: RelayRole; readonly file: string; readonly publicKeys: AccountKeys }[] = [];
  for (const role of relayRoles) {
    const file = join(folder, `${role}.seed`);
    const kept = await keep(file, () => seedLines(role, createBusKey().seed));
    if (kept.isNew) {
      made.push(role);
    }
    publicKeyIn(file, seedIn(kept.text));
    // A file of a former version has its first seed alone.
    const text = seedLines(role, kept.text);
    if (text !== kept.text) {
      await appendFile(file, `${text.slice(kept.text.length)}\n`);
    }
    entries.push({ role, file, publicKeys: publicKeysIn(file, text, role) });
  }
  const password = async (name: string): Promise<string> =>
    (await keep(join(folder, `${name}.password`), () => randomBytes(passwordBytes).toString("hex"))).text;
  return {
    publicKeys: byRole(entries, ({ publicKeys }) => publicKeys),
    seedFiles: byRole(entries, ({ file }) => file),
    passwords: { routes: await password("routes"), leafnodes: await password("leafnodes") },
    made,
  };
}

function byRole<Entry extends { readonly role: RelayRole }, Value>(
  entries: readonly Entry[],
  partOf: (entry: Entry) => Value,
): Record<RelayRole, Value> {
  return Object.fromEntries(entries.map((entry) => [entry.role, partOf(entry)])) as Record<RelayRole, Value>;
}

/** The text with a line for each account of the role that it has no seed for. */
function seedLines(role: RelayRole, text: string): string {
  const missing = accountsOf(role)
    .slice(1)
    .filter((account) => seedIn(text, account) === seedIn(text));
  return [text, ...missing.map((account) => `${account} ${createBusKey().seed}`)].join("\n");
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

function publicKeysIn(file: string, text: string, role: RelayRole): AccountKeys {
  return Object.fromEntries(
    accountsOf(role).map((account) => [account, publicKeyIn(file, seedIn(text, account))] as const),
  );
}

/** @returns the seed's public key; @throws Refused `key-refused` */
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
