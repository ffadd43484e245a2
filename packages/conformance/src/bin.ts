import { removeLeftovers } from "./leftovers.js";
import { runConformance } from "./main.js";

process.on("exit", removeLeftovers);
// Clients are in groups of their own, which a terminal's Ctrl-C does not reach.
for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => process.exit(exitCode));
}

process.exitCode = await runConformance(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
