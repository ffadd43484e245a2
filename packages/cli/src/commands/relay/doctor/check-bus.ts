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
    const details = { address, server: bus.server };
    return {
      finding: sound(`${bus.server} answers, and takes this process in`, details),
      bus: { bus, address, isEncrypted },
    };
  } catch (error) {
    return { finding: refusal(error), bus: undefined };
  }
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

/** Whether the server is one that the relay was made for. */
export function checkServer({ bus }: ReachedBus): Finding {
  const { version = "", hasJetStream = false, cluster, name, maxPayloadBytes } = bus.serverInfo ?? {};
  const details = { version, name, cluster, jetStream: hasJetStream, maxPayload: maxPayloadBytes };
  if (!hasJetStream) {
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
  const sync = isBefore(version, syncing)
    ? "; it knows no sync_interval, so whoever finds an older lease waits for a whole one"
    : "";
  const place = cluster === undefined ? "alone" : `one of the cluster ${cluster}`;
  return sound(`nats-server ${version}, ${place}, with JetStream${sync}`, details);
}

function isBefore(version: string, { major, minor }: { readonly major: number; readonly minor: number }): boolean {
  const [first = 0, second = 0] = version.split(".").map(Number);
  return first < major || (first === major && second < minor);
}
