import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { runDisconnects } from "./disconnects/run.js";
import { runNetwork } from "./network/run.js";
import { parseFaultOptions } from "./options.js";
import { runOrders } from "./orders/run.js";
import { runOutages } from "./outages/run.js";
import { runThreads } from "./threads/run.js";

runCommand("faults", parseFaultOptions, async ({ disconnects, orders, outages, threads, network }) => {
  if (disconnects !== undefined) {
    return runDisconnects(disconnects, tellProgress);
  }
  if (orders !== undefined) {
    return runOrders(orders, tellProgress);
  }
  if (outages !== undefined) {
    return runOutages(outages, tellProgress);
  }
  if (threads !== undefined) {
    return runThreads(threads, tellProgress);
  }
  if (network !== undefined) {
    return runNetwork(network, tellProgress);
  }
  throw new Error("nothing was asked for");
});
