import { runDamage } from "./damage/run-damage.js";
import { runDiskFull } from "./disk-full/run-disk-full.js";
import { type CrashRun, parseCrashOptions } from "./options.js";
import { type CrashOutcome, runCrash } from "./run.js";

/** Exit code of a run that found something wrong, or proved too little. */
const failureExitCode = 1;

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function run({ kills, damage, diskFull }: CrashRun): Promise<CrashOutcome> {
  if (kills !== undefined) return runCrash(kills, progress);
  if (damage !== undefined) return runDamage(damage, progress);
  return runDiskFull(diskFull ?? { whereBarred: "fail" });
}

async function main(options: CrashRun): Promise<void> {
  const outcome = await run(options);
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`crash: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseCrashOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`crash: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
