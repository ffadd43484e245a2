import type { Context } from "../../program/context.js";
import { findCredential } from "../../venue/find-credential.js";
import { type VenueAddress, venueAddressOf } from "../../venue/venue-address.js";
import { type AlternatesPorts, checkAlternates } from "./checks/alternates.js";
import { checkClock } from "./checks/clock.js";
import { checkDisk } from "./checks/disk.js";
import { checkDns } from "./checks/dns.js";
import { checkKey } from "./checks/key.js";
import { checkKeyFolder } from "./checks/key-folder.js";
import { checkLatency } from "./checks/latency.js";
import { checkPort } from "./checks/port.js";
import { checkProxy } from "./checks/proxy.js";
import { checkPush } from "./checks/push.js";
import { checkRest } from "./checks/rest.js";
import { checkRuntime } from "./checks/runtime.js";
import { checkSequence } from "./checks/sequence.js";
import { checkTls } from "./checks/tls.js";
import { checkVersions } from "./checks/versions.js";
import type { DoctorPorts } from "./doctor-ports.js";
import { notChecked } from "./finding.js";
import { type DoctorFlags, wantedPorts } from "./flags.js";
import { type LiveVenue, openLiveVenue } from "./live-venue.js";
import { isReached, probeAddress } from "./probe/probe-address.js";
import { Report } from "./report.js";

const checkCount = 15;
/** Where the venue lists no pair. */
const usualPair = "4BTC_USDT";

/**
 * Looks at everything and tells what it found.
 *
 * @throws Refused `found-wrong` where something is; `usage`, `unknown-pair`
 */
export async function examine(flags: DoctorFlags, context: Context, ports: DoctorPorts): Promise<void> {
  const address = venueAddressOf(flags, context);
  const report = new Report(context, checkCount);
  try {
    await checkHere(report, address, { flags, context, ports });
    await checkThere(report, address, { flags, context, ports });
  } finally {
    report.close();
  }
  report.end();
}

/** What everything knows. */
interface Scope {
  readonly flags: DoctorFlags;
  readonly context: Context;
  readonly ports: DoctorPorts;
}

/** This computer, without a connection. */
async function checkHere(report: Report, address: VenueAddress, { flags, context, ports }: Scope): Promise<void> {
  const { wanted, origin } = wantedPorts(flags);
  const { workingDirectory: folder } = context;
  const venuePort = address.isLoopback ? Number(new URL(address.rest).port) : undefined;
  await report.check("runtime", async () => checkRuntime(await ports.runtime()));
  await report.check("versions", async () => checkVersions(await ports.installed()));
  const { isFree, isAccelerator } = ports;
  await report.check("port", () => checkPort({ wanted, origin, venuePort, isFree, isAccelerator }));
  await report.check("disk", () => checkDisk({ folder, freeBytes: ports.freeBytes }));
  await report.check("key-folder", () => checkKeyFolder({ paths: () => ports.keyPaths(flags), modeOf: ports.modeOf }));
}

/** The way to the venue, and the venue. */
async function checkThere(report: Report, address: VenueAddress, { flags, context, ports }: Scope): Promise<void> {
  const { environment, signal } = context;
  const { patienceMs } = ports;
  const [rest, push] = await Promise.all([
    probeAddress("rest", address.rest, { environment, signal, patienceMs }),
    probeAddress("push", address.push, { environment, signal, patienceMs }),
  ]);
  await report.check("dns", async () => checkDns([rest, push]));
  await report.check("proxy", async () => checkProxy([rest, push], environment));
  await report.check("tls", async () => checkTls([rest, push], ports.nowMs()));
  const isRestUsed = await report.check("rest", async () => checkRest(rest));
  const isPushUsed = await report.check("push", async () => checkPush(push));

  const { serviceName, protocol } = flags;
  const ways = { rest: rest.way, push: push.way };
  const venue = openLiveVenue({ address, ways, signal, patienceMs, serviceName, protocol });
  try {
    await checkLive(report, venue, {
      flags,
      context,
      rest: isRestUsed && isReached(rest) ? "reached" : "away",
      push: isPushUsed && isReached(push) ? "reached" : "away",
      patienceMs,
    });
  } finally {
    await venue.close();
  }
}

/** Which addresses are reached, beside what everything knows. */
interface LiveOptions {
  readonly flags: DoctorFlags;
  readonly context: Context;
  readonly rest: "reached" | "away";
  readonly push: "reached" | "away";
  readonly patienceMs: number;
}

async function checkLive(report: Report, venue: LiveVenue, options: LiveOptions): Promise<void> {
  const { flags, context, rest, push } = options;
  const hasRest = rest === "reached";
  const hasPush = push === "reached";
  const { environment, signal } = context;
  const probe: AlternatesPorts["probe"] = (role, address) =>
    probeAddress(role, address, { environment, signal, patienceMs: options.patienceMs });
  await report.check("alternates", async () =>
    hasRest ? checkAlternates({ list: venue.alternates, probe }) : notChecked("REST is not reached"),
  );
  await report.check("clock", async () => (hasRest ? checkClock(venue.measure) : notChecked("REST is not reached")));
  await report.check("latency", () =>
    checkLatency({ call: hasRest ? venue.call : undefined, pings: hasPush ? venue.pings : undefined }),
  );
  await report.check("sequence", async () =>
    hasPush
      ? checkSequence({ pair: await pairOf(venue, options), states: venue.states })
      : notChecked("push is not reached"),
  );
  const find = (): ReturnType<typeof findCredential> => findCredential(flags, context);
  await report.check("key", () => checkKey({ find, signedRead: hasRest ? venue.signedRead : undefined }));
}

/** @throws Refused `unknown-pair` */
async function pairOf(venue: LiveVenue, { flags, rest }: LiveOptions): Promise<string> {
  const { pair } = flags;
  return (rest === "reached" ? await venue.pair(pair) : pair) ?? usualPair;
}
