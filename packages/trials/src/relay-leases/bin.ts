import { seededRandom } from "@depthwire/testkit";
import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseLeasesOptions } from "./options.js";
import { runLeases } from "./run.js";

runCommand("relay-leases", parseLeasesOptions, ({ takeovers, store, seed }) =>
  runLeases({ takeovers, store, random: seededRandom(seed) }, tellProgress),
);
