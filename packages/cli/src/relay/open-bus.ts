import { resolve } from "node:path";
import { errorCodes, TransportError, ValidationError } from "@depthwire/core";
import { type NatsBus, type NatsBusEvent, openNatsBus } from "@depthwire/nats";
import { Subjects } from "@depthwire/relay";
import type { RelayAccount } from "../commands/relay/config/roles.js";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { unlessInterrupted } from "../program/unless-interrupted.js";
import { type BusFlags, busVariable, usualBus } from "./bus-options.js";

/** A connection to the relay's bus, and how one venue's subjects are called there. */
export interface OpenedBus {
  readonly bus: NatsBus;
  readonly subjects: Subjects;
  /** As it is shown. */
  readonly address: string;
}

/** How it is opened. */
export interface OpenBusOptions {
  /** How long that may take, all servers together; undefined: as long as the bus takes for each. */
  readonly withinMs?: number | undefined;
  /** The NATS account that is meant, where the key file has a seed for it; by default that of its first seed: the bus. */
  readonly account?: RelayAccount;
  /** Nothing is noted of what happens to the connection: whoever opens it tells that. */
  readonly isQuiet?: boolean;
}

/**
 * Connects to the relay's bus.
 *
 * @param name of this process, as nats-server lists it
 * @throws Refused `usage`, `bus-unreachable`, `interrupted`; RelayError; ValidationError `value-invalid` for a venue's name that can't be part of a subject
 */
export async function openBus(
  flags: BusFlags,
  context: Context,
  name: string,
  { withinMs, account, isQuiet = false }: OpenBusOptions = {},
): Promise<OpenedBus> {
  const address = flags.bus ?? context.environment[busVariable] ?? usualBus;
  const servers = address
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const subjects = new Subjects(flags.venueName);
  try {
    const connectLimitMs = withinMs === undefined ? undefined : Math.max(1, withinMs / Math.max(1, servers.length));
    const opening = openNatsBus({ servers, name, connectLimitMs, ...accessOf(flags, context, account) });
    const bus = await unlessInterrupted(opening, context.signal, (late) => late.close());
    if (!isQuiet) {
      noteEvents(bus, context);
    }
    return { bus, subjects, address };
  } catch (error) {
    throw refusalOf(error, address) ?? error;
  }
}

/** Says what a person can do something about, each thing once. */
function noteEvents(bus: NatsBus, { output }: Context): void {
  const noted = new Set<string>();
  bus.onEvent((event) => {
    const words = wordsOf(event);
    if (words !== undefined && !noted.has(words)) {
      noted.add(words);
      output.note(words);
    }
  });
}

function wordsOf(event: NatsBusEvent): string | undefined {
  switch (event.kind) {
    case "forbidden":
    case "login-refused":
      return `${event.error.message}. ${errorCodes[event.error.code].remedy}`;
    case "slow-consumer":
      return `nats-server at ${event.server} cut this process off: it reads too slowly.`;
    case "too-large":
      return `A message of ${event.bytes} bytes was not sent to ${event.subject}: nats-server takes none so large (max_payload).`;
    case "reconnected":
      return undefined;
  }
}

function accessOf(flags: BusFlags, { workingDirectory }: Context, account: RelayAccount | undefined) {
  const { busSeed, busCredentials, busCa, busCertificate, busCertificateKey, allowInsecureBus } = flags;
  const path = (typed: string | undefined): string | undefined => typed && resolve(workingDirectory, typed);
  const seedFile = path(busSeed);
  const credentialsFile = path(busCredentials);
  const [caFile, certFile, keyFile] = [path(busCa), path(busCertificate), path(busCertificateKey)];
  return {
    key:
      seedFile !== undefined ? { seedFile, account } : credentialsFile !== undefined ? { credentialsFile } : undefined,
    tls: (caFile ?? certFile ?? keyFile) === undefined ? undefined : { caFile, certFile, keyFile },
    allowInsecure: allowInsecureBus,
  };
}

function refusalOf(error: unknown, address: string): Refused | undefined {
  if (error instanceof TransportError && error.code === "connect-failed") {
    const remedy =
      "Start one on this computer with: nats-server -a 127.0.0.1 -js -sd relay-data (Debian: apt install nats-server). Or name another with --bus.";
    return new Refused("bus-unreachable", `No nats-server answers at ${address}`, remedy, { bus: address });
  }
  if (error instanceof ValidationError && error.code === "option-invalid") {
    const { rule = "an address of nats-server" } = error.details as { readonly rule?: string };
    return new Refused("usage", `--bus ${address}: it must be ${rule}`);
  }
  return undefined;
}
