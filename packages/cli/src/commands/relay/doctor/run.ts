import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { openEtcd } from "../../../relay/open-etcd.js";
import { venueAddressOf } from "../../../venue/venue-address.js";
import { checkClock } from "../../doctor/checks/clock.js";
import { type Finding, notChecked } from "../../doctor/finding.js";
import { Report } from "../../doctor/report.js";
import { checkConnection, checkServer, checkTls, type ReachedBus } from "./check-bus.js";
import { callLimitMs, checkCompareAndSet, checkLeases, checkPlans, checkReplicas, openLeases } from "./check-leases.js";
import { checkPermissions } from "./check-permissions.js";
import type { RelayDoctorFlags } from "./flags.js";

/** Checks of the relay, the clock's included. */
const checkCount = 9;

/** Looks at everything, and tells what it found. */
export const run: RunCommand<RelayDoctorFlags> = async ({ options }, context) => {
  const report = new Report(context, checkCount);
  let reached: ReachedBus | undefined;
  try {
    await report.check("bus", async () => {
      const { finding, bus } = await checkConnection(options, context);
      reached = bus;
      return finding;
    });
    await checkReached(report, reached, options, context);
    await report.check("clock", () => clock(options, context));
  } finally {
    await reached?.bus.close();
    report.close();
  }
  report.end();
  return undefined;
};

async function checkReached(
  report: Report,
  reached: ReachedBus | undefined,
  flags: RelayDoctorFlags,
  context: Context,
): Promise<void> {
  const away = async (): Promise<Finding> => notChecked("the bus is not reached");
  const there = (look: (bus: ReachedBus) => Promise<Finding>) => (reached === undefined ? away : () => look(reached));
  await report.check(
    "encryption",
    there(async (bus) => checkTls(bus)),
  );
  await report.check(
    "server",
    there(async (bus) => checkServer(bus, flags.etcd === undefined ? "jetstream" : "etcd")),
  );
  const open = async (account: "leases" | "kept"): Promise<OpenedBus | undefined> =>
    reached && openBus(flags, context, "depthwire relay doctor", { account, isQuiet: true }).catch(() => undefined);
  const [leases, kept] = [await open("leases"), await open("kept")];
  const etcd = await openEtcd(flags, context, callLimitMs);
  try {
    await report.check(
      "permissions",
      there(async (bus) =>
        leases === undefined || kept === undefined
          ? seedUnknown
          : checkPermissions(bus, { leases: leases.bus, kept: kept.bus }, flags.role),
      ),
    );
    const store = await openLeases(reached && leases && { ...reached, bus: leases.bus }, etcd);
    await report.check("replicas", () => checkReplicas(store));
    await report.check("one-holder", () => checkCompareAndSet(store));
    await report.check("leases", () => checkLeases(store));
    await report.check("plans", () => checkPlans(store));
  } finally {
    await leases?.bus.close();
    await kept?.bus.close();
    await etcd?.close();
  }
}

/** A key file of this version with servers of a former configuration. */
const seedUnknown: Finding = {
  status: "wrong",
  code: "key-unknown",
  says: "The server takes the first seed of the key file, and not its seed for leases or for what is kept",
  remedy: "Start the servers with the configuration that depthwire relay config wrote beside the key.",
};

async function clock(flags: RelayDoctorFlags, context: Context): Promise<Finding> {
  const { rest } = venueAddressOf(flags, context);
  const http = createNodeHttpClient();
  const client = createRestClient(
    { addresses: { rest: [rest] }, serviceName: flags.serviceName },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  try {
    return await checkClock(async () => {
      await client.measureVenueTime();
      return client.venueTime();
    });
  } catch {
    return notChecked(`the venue at ${rest} does not answer; --venue names another one`);
  } finally {
    client.close();
    await http.close();
  }
}
