import { runDisconnects } from "./disconnects/run.js";
import { runNetwork } from "./network/run.js";
import { type FaultOptions, parseFaultOptions } from "./options.js";
import { runOrders } from "./orders/run.js";
import { runOutages } from "./outages/run.js";
import type { FaultOutcome } from "./outcome.js";
import { runThreads } from "./threads/run.js";

/** Exit code of a run that found something wrong, or proved too little. */
const failureExitCode = 1;

function run({ disconnects, orders, outages, threads, network }: FaultOptions): Promise<FaultOutcome> {
  const progress = (text: string): void => void process.stderr.write(`${text}\n`);
  if (disconnects !== undefined) return runDisconnects(disconnects, progress);
  if (orders !== undefined) return runOrders(orders, progress);
  if (outages !== undefined) return runOutages(outages, progress);
  if (threads !== undefined) return runThreads(threads, progress);
  if (network !== undefined) return runNetwork(network, progress);
  throw new Error("nothing was asked for");
}

async function main(options: FaultOptions): Promise<void> {
  const outcome = await run(options);
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`faults: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseFaultOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`faults: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
