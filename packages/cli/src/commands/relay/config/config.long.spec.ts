import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "@depthwire/testkit";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandEnd, runCommandLine } from "../../../command-scene.spec-kit.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-relay-config-"));
  await writeFile(join(folder, "tls.pem"), selfSignedCertificate.cert);
  await writeFile(join(folder, "tls.key"), selfSignedCertificate.key);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function config(words: string): Promise<CommandEnd> {
  const argv = ["relay", "config", "--json", ...words.split(" ").filter((word) => word !== "")];
  return runCommandLine(argv, { workingDirectory: folder });
}

interface Written {
  readonly files: readonly string[];
  readonly publicKeys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly seedFiles: Readonly<Record<string, string>>;
  readonly made: readonly string[];
}

async function written(words: string): Promise<Written> {
  const { exitCode, envelopes, err } = await config(words);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  return envelopes[0]?.data as Written;
}

/** What nats-server says of a file. */
function judged(file: string): string {
  const { status, stderr } = spawnSync("nats-server", ["-c", file, "-t"], { encoding: "utf8" });
  return status === 0 ? "sound" : stderr;
}

describe.skipIf(lacksNatsServer)("what nats-server says of it (skipped where nats-server is missing)", () => {
  it.each([
    "--directory one",
    "--directory three --servers 127.0.0.1:4222,127.0.0.1:4223,127.0.0.1:4224 --websocket --leafnodes --monitor",
    "--directory hosts --servers relay-1:4222,relay-2:4222 --tls-cert tls.pem --tls-key tls.key --tls-ca tls.pem --websocket --leafnodes",
    '--directory unlike --store ./odd"name --servers relay-1:4222 --allow-insecure --websocket --leafnodes',
  ])("%s", async (words) => {
    const { files } = await written(words);
    expect(files.map(judged)).toEqual(files.map(() => "sound"));
  });
});

it("files with secrets are their owner's alone, and no seed stands in a configuration", async () => {
  const { files, seedFiles, publicKeys } = await written("--directory secret --servers 127.0.0.1:4222,127.0.0.1:4223");
  const keys = join(folder, "secret", "keys");
  const secrets = (await readdir(keys)).map((name) => join(keys, name));
  expect(Object.keys(seedFiles)).toEqual(["owner", "consumer", "recorder", "operator", "trader"]);
  for (const file of [...files, ...secrets]) {
    expect((await stat(file)).mode & 0o777, file).toBe(0o600);
  }
  for (const file of files) {
    const text = await readFile(file, "utf8");
    expect(text).not.toMatch(/\bSU[A-Z2-7]{50}/);
    for (const key of Object.values(publicKeys).flatMap((keys) => Object.values(keys))) {
      expect(text).toContain(key);
    }
  }
});

it("says that servers of an authority of one's own need it named, or they are no cluster", async () => {
  const said = async (words: string) => (await config(`--directory hosts-${words.length} ${words}`)).err;
  const certificate = "--tls-cert tls.pem --tls-key tls.key";
  const servers = "--servers relay-1:4222,relay-2:4222";
  expect(await said(`${servers} ${certificate}`)).toContain("name it by --tls-ca");
  expect(await said(`${servers} ${certificate} --tls-ca ca.pem`)).toBe("");
  expect(await said(`--servers relay-1:4222 ${certificate}`)).toBe("");
});

it("keys are kept when it is written again, which has to be said", async () => {
  const first = await written("--directory again");
  const refused = await config("--directory again --websocket");
  expect(refused).toMatchObject({ exitCode: 7, envelopes: [{ error: { code: "file-exists" } }] });
  const second = await written("--directory again --websocket --force");
  expect(second.publicKeys).toEqual(first.publicKeys);
  expect([first.made.length, second.made.length]).toEqual([5, 0]);
  expect(await readFile(second.files[0] ?? "", "utf8")).toContain("websocket {");
});

it("a file of a former version keeps its seed, and gets those of the accounts that came later", async () => {
  const first = await written("--directory former");
  const file = first.seedFiles["owner"] ?? "";
  const [seed = ""] = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, `${seed}\n`);
  const second = await written("--directory former --force");
  expect(second.publicKeys["owner"]?.["bus"]).toBe(first.publicKeys["owner"]?.["bus"]);
  expect(second.publicKeys["owner"]?.["leases"]).not.toBe(first.publicKeys["owner"]?.["leases"]);
  const third = await written("--directory former --force");
  expect(third.publicKeys).toEqual(second.publicKeys);
});

it("a key that others can read is refused, and so is what is no seed", async () => {
  const { seedFiles } = await written("--directory open");
  await chmod(seedFiles["owner"] ?? "", 0o640);
  expect(await config("--directory open --force")).toMatchObject({
    exitCode: 7,
    envelopes: [{ error: { code: "key-open" } }],
  });
  await chmod(seedFiles["owner"] ?? "", 0o600);
  await writeFile(seedFiles["owner"] ?? "", "nothing");
  expect(await config("--directory open --force")).toMatchObject({ envelopes: [{ error: { code: "key-refused" } }] });
});

it("sync_interval is for servers that know it", async () => {
  const at = async (version: string): Promise<string> => {
    const { files } = await written(`--directory v${version} --server-version ${version}`);
    return readFile(files[0] ?? "", "utf8");
  };
  expect(await at("2.9.10")).not.toMatch(/^\s*sync_interval/m);
  expect(await at("2.10.1")).toMatch(/^\s*sync_interval: always/m);
});

it.each([
  ["--servers relay-1:4222", 7, "relay-insecure"],
  ["--servers 127.0.0.1", 2, "usage"],
  ["--servers 127.0.0.1:4222,127.0.0.1:4222", 2, "usage"],
  ["--servers a;b:4222", 2, "usage"],
  ["--tls-cert tls.pem", 2, "usage"],
  ["--server-version new", 2, "usage"],
])("%s ends with %s, %s, and nothing is written", async (words, exitCode, code) => {
  expect(await config(`--directory none ${words}`)).toMatchObject({ exitCode, envelopes: [{ error: { code } }] });
  await expect(stat(join(folder, "none"))).rejects.toThrow();
});
