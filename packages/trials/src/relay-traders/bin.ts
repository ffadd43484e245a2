import { seededRandom } from "@depthwire/testkit";
import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseTradersOptions } from "./options.js";
import { runTraders } from "./run.js";

runCommand("relay-traders", parseTradersOptions, ({ seed, ...plan }) =>
  runTraders({ ...plan, random: seededRandom(seed) }, tellProgress),
);
