import { parseSoakOptions, type SoakOptions } from "./options.js";
import { runSoak } from "./run.js";

/** Exit code of a run that passed a bound. */
const failureExitCode = 1;
/** One line of progress for so many looks at the heap. */
const looksPerLine = 20;

async function main(options: SoakOptions): Promise<void> {
  let looks = 0;
  const outcome = await runSoak(options, (heapBytes) => {
    looks += 1;
    if (looks % looksPerLine === 0) process.stderr.write(`heap after ${looks} looks: ${heapBytes} bytes\n`);
  });
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`soak: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseSoakOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`soak: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
