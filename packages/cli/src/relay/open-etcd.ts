import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { TransportError, ValidationError } from "@depthwire/core";
import { relayBuckets } from "@depthwire/nats";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { EtcdLeaseStore } from "@depthwire/relay";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { EtcdFlags } from "./etcd-options.js";

/** Leases and plan in etcd. */
export interface OpenedEtcd {
  readonly leaseStore: EtcdLeaseStore;
  readonly sharedStore: EtcdLeaseStore;
  /** As it is shown. */
  readonly address: string;
  /** Resolves once a member has answered both. @throws Refused `no-lease-store`; RelayError `relay-store-failed`; TransportError `timed-out` */
  look(): Promise<void>;
  /** Ends the connections. Never rejects. */
  close(): Promise<void>;
}

/** A key that is only read, to see whether somebody answers. */
const lookedAtKey = "look";
const othersBits = 0o077;

/**
 * Opens etcd as the command line names it; undefined where it names none. Nothing is sent yet.
 *
 * @param callLimitMs as for {@link EtcdLeaseStore}
 * @throws Refused `usage`, `file-unusable`, `key-open`; RelayError `relay-insecure`
 */
export async function openEtcd(
  flags: EtcdFlags,
  { workingDirectory }: Pick<Context, "workingDirectory">,
  callLimitMs?: number,
): Promise<OpenedEtcd | undefined> {
  const { etcd: address, allowInsecureBus } = flags;
  const certificates = [flags.etcdCa, flags.etcdCertificate, flags.etcdCertificateKey];
  if (address === undefined) {
    if (certificates.some((file) => file !== undefined)) {
      throw new Refused("usage", "Certificates of etcd were named, but no etcd", "Name its addresses with --etcd.");
    }
    return undefined;
  }
  const tls = await tlsOf(flags, workingDirectory);
  const http = createNodeHttpClient({ tls });
  const addresses = address.split(",").map((one) => one.trim());
  const clock = createNodeClock();
  const store = (bucket: string): EtcdLeaseStore =>
    new EtcdLeaseStore({
      addresses,
      http: http.request,
      clock,
      callLimitMs,
      prefix: `${bucket}/`,
      allowInsecure: allowInsecureBus,
    });
  try {
    const [leaseStore, sharedStore] = [store(relayBuckets.leases), store(relayBuckets.shared)];
    const look = async (): Promise<void> => {
      await Promise.all([leaseStore, sharedStore].map((one) => lookAt(one, addresses)));
    };
    return { leaseStore, sharedStore, address, look, close: () => http.close() };
  } catch (error) {
    await http.close();
    throw refusalOf(error, address) ?? error;
  }
}

/** Each failed call goes on to the next member. */
async function lookAt(store: EtcdLeaseStore, addresses: readonly string[]): Promise<void> {
  for (let member = 1; ; member++) {
    try {
      await store.read(lookedAtKey);
      return;
    } catch (error) {
      if (member === addresses.length) {
        throw absenceOf(error, addresses) ?? error;
      }
    }
  }
}

function absenceOf(error: unknown, addresses: readonly string[]): Refused | undefined {
  if (!(error instanceof TransportError) || error.code === "timed-out") {
    return undefined;
  }
  const { cause } = error;
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  const remedy = "Look whether it runs, and whether addresses and certificates are right (--etcd, --etcd-ca).";
  const where = addresses.join(",");
  return new Refused("no-lease-store", `No etcd answers at ${where}${why}`, remedy, { etcd: where });
}

function refusalOf(error: unknown, address: string): Refused | undefined {
  if (error instanceof ValidationError && error.code === "option-invalid") {
    const { rule = "addresses of etcd" } = error.details as { readonly rule?: string };
    return new Refused("usage", `--etcd ${address}: each address must be ${rule}`);
  }
  return undefined;
}

async function tlsOf({ etcdCa, etcdCertificate, etcdCertificateKey }: EtcdFlags, workingDirectory: string) {
  if ((etcdCertificate === undefined) !== (etcdCertificateKey === undefined)) {
    throw new Refused("usage", "--etcd-certificate and --etcd-certificate-key belong together");
  }
  const read = (file: string | undefined, whose: "anybody's" | "own"): Promise<string> | undefined =>
    file === undefined ? undefined : readPem(resolve(workingDirectory, file), file, whose);
  const [ca, cert, key] = await Promise.all([
    read(etcdCa, "anybody's"),
    read(etcdCertificate, "anybody's"),
    read(etcdCertificateKey, "own"),
  ]);
  return { ca, cert, key };
}

/** @param whose `own`: nobody else may read it */
async function readPem(path: string, shown: string, whose: "anybody's" | "own"): Promise<string> {
  const file = await openFile(path, shown);
  try {
    // Asks the open file: replacing the path meanwhile changes nothing.
    const { mode } = await file.stat();
    if (whose === "own" && process.platform !== "win32" && (mode & othersBits) !== 0) {
      throw new Refused("key-open", `Others can read ${shown}`, `chmod 600 ${shown}`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

async function openFile(path: string, shown: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new Refused("file-unusable", `${shown} cannot be read (${code})`, "Name another file.");
  }
}
