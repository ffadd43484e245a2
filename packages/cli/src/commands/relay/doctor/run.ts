import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
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
    there(async (bus) => checkServer(bus)),
  );
  await report.check(
    "permissions",
    there((bus) => checkPermissions(bus, flags.role)),
  );
  const etcd = await openEtcd(flags, context, callLimitMs);
  try {
    const store = await openLeases(reached, etcd);
    await report.check("replicas", () => checkReplicas(store));
    await report.check("one-holder", () => checkCompareAndSet(store));
    await report.check("leases", () => checkLeases(store));
    await report.check("plans", () => checkPlans(store));
  } finally {
    await etcd?.close();
  }
}

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
