import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nkeys } from "@nats-io/nats-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBusKey, publicKeyOf } from "./bus-key.js";
import { readBusKey } from "./key-file.js";
import { seedIn } from "./seed-lines.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-keys-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

const unusable = (path: string, rule: unknown) => ({ code: "relay-key-unusable", details: { file: path, rule } });

describe("the key of a bus", () => {
  it("is a user's seed, with a place of its own for answers", async () => {
    const { seed, publicKey } = createBusKey();
    expect(seed).toMatch(/^SU[A-Z2-7]{56}$/);
    expect(publicKeyOf(` ${seed}\n`)).toBe(publicKey);
    const { authenticator, inboxPrefix } = await readBusKey({ seedFile: await file("seed", `${seed}\n`) });
    expect(inboxPrefix).toBe(`_INBOX.${publicKey}`);
    expect(authenticator("nonce")).toMatchObject({ nkey: publicKey });
  });

  it("is that of the account that is asked for, and the first where no line has it", async () => {
    const [own, leases] = [createBusKey(), createBusKey()];
    const seedFile = await file("accounts", `${own.seed}\nleases   ${leases.seed}\n`);
    const prefixes = await Promise.all(
      [undefined, "leases", "absent"].map(async (account) => (await readBusKey({ seedFile, account })).inboxPrefix),
    );
    expect(prefixes).toEqual([own, leases, own].map(({ publicKey }) => `_INBOX.${publicKey}`));
  });

  it("is none of an account, nor what is no seed", () => {
    expect(publicKeyOf(new TextDecoder().decode(nkeys.createAccount().getSeed()))).toBeUndefined();
    expect(publicKeyOf("no seed")).toBeUndefined();
  });

  it("is refused in a file that others can read, of the wrong kind, or too long", async () => {
    const { seed } = createBusKey();
    const directory = join(folder, "directory");
    await mkdir(directory);
    for (const [path, rule] of [
      [await file("group", seed, 0o640), "of mode 0600; it is 0640"],
      [await file("others", seed, 0o604), "of mode 0600; it is 0604"],
      [directory, "a file, no directory, pipe or device"],
      [await file("long", `${seed}${" ".repeat(65_537 - seed.length)}`), "at most 65536 bytes"],
      [join(folder, "absent"), "a file that can be read (ENOENT)"],
      [await file("none", "no seed"), "an NKey seed: 58 letters that begin with SU"],
      [
        await file("account", new TextDecoder().decode(nkeys.createAccount().getSeed())),
        "the seed of a user: it begins with SU",
      ],
    ] as const) {
      await expect(readBusKey({ seedFile: path })).rejects.toMatchObject(unusable(path, rule));
    }
  });

  it("may stand in a file as long as one can be", async () => {
    const { seed, publicKey } = createBusKey();
    const seedFile = await file("full", `${seed}${" ".repeat(65_536 - seed.length)}`);
    expect((await readBusKey({ seedFile })).inboxPrefix).toBe(`_INBOX.${publicKey}`);
  });

  it("may be credentials, whose answers come where the client has them", async () => {
    const { seed, publicKey } = createBusKey();
    const credentials = [
      "-----BEGIN NATS USER JWT-----",
      "a.jwt.of.a.spec",
      "------END NATS USER JWT------",
      "-----BEGIN USER NKEY SEED-----",
      seed,
      "------END USER NKEY SEED------",
    ]
      .map((line) => `${line}\n`)
      .join("");
    const { authenticator, inboxPrefix } = await readBusKey({ credentialsFile: await file("creds", credentials) });
    expect(inboxPrefix).toBeUndefined();
    expect(authenticator("nonce")).toMatchObject({ nkey: publicKey, jwt: "a.jwt.of.a.spec" });
    const path = await file("no-creds", "nothing");
    await expect(readBusKey({ credentialsFile: path })).rejects.toMatchObject(
      unusable(path, "credentials as nsc writes them"),
    );
  });
});

it.each([
  ["SU1", undefined, "SU1"],
  ["  SU1  \n", undefined, "SU1"],
  [" SU1 \na SU2\nb\t SU3 ", "a", "SU2"],
  ["SU1\na SU2\n  b\t SU3 \n", "b", "SU3"],
  ["SU1\na SU2", "SU1", "SU1"],
  ["SU1\na SU2", "c", "SU1"],
  ["", undefined, ""],
])("in %j, the seed of %s is %j", (text, account, seed) => {
  expect(seedIn(text, account)).toBe(seed);
});
