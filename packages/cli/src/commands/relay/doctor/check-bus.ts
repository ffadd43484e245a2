import { DepthwireError, errorCodes } from "@depthwire/core";
import type { NatsBus } from "@depthwire/nats";
import { isLoopbackHost } from "@depthwire/nats/internal";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { openBus } from "../../../relay/open-bus.js";
import { type Finding, type FindingCode, sound } from "../../doctor/finding.js";
import type { RelayDoctorFlags } from "./flags.js";

/** A bus that is reached, and how it was asked for. */
export interface ReachedBus {
  readonly bus: NatsBus;
  readonly address: string;
  readonly isEncrypted: boolean;
  /** Addresses of the list that nobody answers at. */
  readonly away: readonly string[];
}

const connectionCodes: Readonly<Record<string, FindingCode>> = {
  "relay-insecure": "bus-open",
  "relay-key-unusable": "key-unusable",
  "relay-login-refused": "key-unknown",
};

/** Whether a server takes this process in. @throws Refused `usage` */
export async function checkConnection(
  flags: RelayDoctorFlags,
  context: Context,
): Promise<{ readonly finding: Finding; readonly bus: ReachedBus | undefined }> {
  try {
    const { bus, address } = await openBus(flags, context, "depthwire relay doctor", { isQuiet: true });
    const isEncrypted =
      (flags.busCa ?? flags.busCertificate) !== undefined || address.split(",").some((one) => one.includes("tls://"));
    const away = await addressesAway(address, flags, context);
    return { finding: reached(bus.server, address, away), bus: { bus, address, isEncrypted, away } };
  } catch (error) {
    return { finding: refusal(error), bus: undefined };
  }
}

function reached(server: string, address: string, away: readonly string[]): Finding {
  const details = { address, server, away };
  return away.length === 0
    ? sound(`${server} answers, and takes this process in`, details)
    : {
        status: "wrong",
        code: "bus-unreachable",
        says: `${server} answers, and nobody at ${away.join(", ")}`,
        remedy: "Start the servers that are away, or take their addresses out of the list.",
        details,
      };
}

/** Each address of a list is tried: a bus needs one of them alone. */
async function addressesAway(list: string, flags: RelayDoctorFlags, context: Context): Promise<readonly string[]> {
  // One address with `tls://` encrypts the way to all of them.
  const scheme = list.includes("tls://") ? "tls://" : "";
  const addresses = list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => (one.includes("://") ? one : `${scheme}${one}`));
  if (addresses.length < 2) {
    return [];
  }
  const tried = await Promise.all(
    addresses.map(async (address) => {
      try {
        const { bus } = await openBus({ ...flags, bus: address }, context, "depthwire relay doctor", { isQuiet: true });
        await bus.close();
        return [];
      } catch (error) {
        if (error instanceof Refused && error.code === "bus-unreachable") {
          return [address];
        }
        throw error;
      }
    }),
  );
  return tried.flat();
}

function refusal(error: unknown): Finding {
  if (error instanceof Refused && error.code === "bus-unreachable") {
    const { message, remedy = "Start one." } = error;
    return { status: "wrong", code: "bus-unreachable", says: message, remedy };
  }
  if (error instanceof DepthwireError && connectionCodes[error.code] !== undefined) {
    const { code, message, details }: DepthwireError = error;
    const found = connectionCodes[code] as FindingCode;
    return { status: "wrong", code: found, says: message, remedy: errorCodes[code].remedy, details };
  }
  throw error;
}

/** Whether others could listen on the way. */
export function checkTls({ isEncrypted, address }: ReachedBus): Finding {
  if (isEncrypted) {
    return sound("The way is encrypted, and the server's certificate is one that is trusted");
  }
  const hosts = address
    .split(",")
    .map((one) => new URL(one.includes("://") ? one.trim() : `nats://${one.trim()}`).hostname);
  const far = hosts.filter((host) => !isLoopbackHost(host));
  if (far.length === 0) {
    return sound("The server is on this computer: nothing leaves it");
  }
  return {
    status: "warn",
    code: "bus-open",
    says: `Nothing is encrypted on the way to ${far.join(", ")}: who is on it can read, and show other prices`,
    remedy:
      "Give the servers certificates: depthwire relay config --tls-cert FILE --tls-key FILE; then use tls:// addresses.",
  };
}

/** The oldest whose lease store this was tried with. */
const oldest = { major: 2, minor: 9 } as const;
/** From here on a lease that was given is on the disk, where the configuration says so. */
const syncing = { major: 2, minor: 10 } as const;

/** nats-server's own; a book's state fits in it. Bytes. */
export const usualMaxPayload = 1_048_576;

/** Whether the server is one that the relay was made for. */
export function checkServer({ bus }: ReachedBus, leasesIn: "jetstream" | "etcd"): Finding {
  const { version = "", hasJetStream = false, cluster, name, maxPayloadBytes } = bus.serverInfo ?? {};
  const details = { version, name, cluster, jetStream: hasJetStream, maxPayload: maxPayloadBytes };
  if (!hasJetStream && leasesIn === "jetstream") {
    return {
      status: "wrong",
      code: "jetstream-absent",
      says: `nats-server ${version} keeps nothing: leases need its JetStream`,
      remedy: "Start it with -js -sd DIRECTORY, or with the configuration that depthwire relay config writes.",
      details,
    };
  }
  if (isBefore(version, oldest)) {
    return {
      status: "wrong",
      code: "server-old",
      says: `nats-server ${version} is older than ${oldest.major}.${oldest.minor}`,
      remedy: "Install a newer one.",
      details,
    };
  }
  if (maxPayloadBytes !== undefined && maxPayloadBytes < usualMaxPayload) {
    return {
      status: "warn",
      code: "payload-small",
      says: `The server takes messages of ${maxPayloadBytes} bytes at most: the state of a book may be larger, and then nobody who joins gets it`,
      remedy: `Set max_payload in its configuration to nats-server's usual ${usualMaxPayload}.`,
      details,
    };
  }
  const sync =
    hasJetStream && isBefore(version, syncing)
      ? "; it knows no sync_interval, so whoever finds an older lease waits for a whole one"
      : "";
  const place = cluster === undefined ? "alone" : `one of the cluster ${cluster}`;
  const keeps = hasJetStream
    ? `with JetStream${sync}`
    : "without JetStream: leases are in etcd, and no frames can be kept for recorders that were away";
  return sound(`nats-server ${version}, ${place}, ${keeps}`, details);
}

function isBefore(version: string, { major, minor }: { readonly major: number; readonly minor: number }): boolean {
  const [first = 0, second = 0] = version.split(".").map(Number);
  return first < major || (first === major && second < minor);
}
