import { execFile } from "node:child_process";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { RunCommand } from "../../../program/command.js";
import { Refused } from "../../../program/refused.js";
import { checkTlsFlags, type RelayConfigFlags, serverAddresses } from "./flags.js";
import { keepSecrets } from "./kept-secrets.js";
import { type ServerSettings, serverConfiguration } from "./server-configuration.js";

const ownerFile = 0o600;

/** Writes keys that are missing, and the configuration of each server. */
export const run: RunCommand<RelayConfigFlags> = async ({ options }, { output, workingDirectory }) => {
  checkTlsFlags(options);
  const servers = serverAddresses(options);
  const at = (path: string): string => resolve(workingDirectory, path);
  const directory = at(options.directory);
  const files = servers.map((_, index) =>
    join(directory, servers.length === 1 ? "nats.conf" : `nats-${index + 1}.conf`),
  );
  const version = await serverVersion(options.serverVersion);
  if (options.force !== true) {
    await refuseExisting(files);
  }
  await mkdir(directory, { recursive: true });
  const secrets = await keepSecrets(join(directory, "keys"));
  const { tlsCert, tlsKey, tlsCa } = options;
  const settings: ServerSettings = {
    servers,
    ...secrets,
    version,
    store: options.store ?? join(directory, "jetstream"),
    tls:
      tlsCert === undefined || tlsKey === undefined
        ? undefined
        : { cert: at(tlsCert), key: at(tlsKey), ca: tlsCa === undefined ? undefined : at(tlsCa) },
    doors: {
      websocket: options.websocket === true,
      leafnodes: options.leafnodes === true,
      monitor: options.monitor === true,
    },
  };
  for (const [index, file] of files.entries()) {
    await writeOwn(file, serverConfiguration(settings, index));
  }
  if (servers.length > 1 && tlsCert !== undefined && tlsCa === undefined) {
    output.note(
      "These servers take each other's certificates where the system trusts who signed them, and no others: with an authority of your own name it by --tls-ca, or they are no cluster and nobody gets a lease.",
    );
  }
  const { publicKeys, seedFiles, made } = secrets;
  const start = files.map((file) => `nats-server -c ${file}`);
  output.result(
    { directory, files, publicKeys, seedFiles, made, version: `${version.major}.${version.minor}`, start },
    [
      `Written for nats-server ${version.major}.${version.minor}; keys are in ${join(directory, "keys")}. Start each server with:`,
      ...start.map((line) => `  ${line}`),
    ].join("\n"),
  );
  return undefined;
};

/** @throws Refused `usage` */
async function serverVersion(asked: string | undefined): Promise<ServerSettings["version"]> {
  const said = asked ?? (await promisify(execFile)("nats-server", ["-v"]).catch(() => ({ stdout: "2.9" }))).stdout;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? [];
  if (major === undefined) {
    throw new Refused("usage", `--server-version ${said}: it takes a version such as 2.9.10`);
  }
  return { major: Number(major), minor: Number(minor) };
}

/** @throws Refused `file-exists` */
async function refuseExisting(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if ((await stat(file).catch(() => undefined)) !== undefined) {
      throw new Refused(
        "file-exists",
        `${file} is there already`,
        "Name another directory, or replace it with --force: keys are kept.",
      );
    }
  }
}

/** Whole or not at all, and for its owner alone: servers' passwords for each other stand in it. */
async function writeOwn(path: string, text: string): Promise<void> {
  const made = `${path}.new`;
  await rm(made, { force: true });
  const file = await open(made, "wx", ownerFile);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(made, path);
}
