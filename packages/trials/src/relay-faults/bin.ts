import { seededRandom } from "@depthwire/testkit";
import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseRelayFaultsOptions } from "./options.js";
import { runRelayFaults } from "./run.js";

runCommand("relay-faults", parseRelayFaultsOptions, (options) =>
  runRelayFaults({ ...options, random: seededRandom(options.seed) }, tellProgress),
);
