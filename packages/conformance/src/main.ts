import { readFileSync } from "node:fs";
import { jobs, runJobs } from "./jobs.js";
import { OptionError, type Options, readOptions, usage } from "./options.js";
import { lineOf, scoreOf, textOf } from "./score-card.js";

/** Runs the command. @returns its exit code */
export async function runConformance(argv: readonly string[], print: (line: string) => void): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(argv);
  } catch (error) {
    if (!(error instanceof OptionError)) {
      throw error;
    }
    print(`${error.message}\nTry --help.`);
    return 2;
  }
  if (typeof options === "string") {
    print(answers[options]());
    return 0;
  }
  return run(options, print);
}

const answers = {
  help: (): string => usage,
  version: (): string => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    return version;
  },
  list: (): string => jobs.map(({ task, fault, says }) => `${task.padEnd(7)} ${fault.padEnd(24)} ${says}`).join("\n"),
} as const;

async function run(options: Options, print: (line: string) => void): Promise<number> {
  const { client, tasks, faults, together, seed, oldAfterMs, json } = options;
  const wanted = jobs.filter(
    ({ task, fault }) =>
      (tasks.length === 0 || tasks.includes(task)) && (faults.length === 0 || faults.includes(fault)),
  );
  const trial = { command: client, seed, oldAfterMs };
  const results = await runJobs(wanted, trial, together, (result) => print(lineOf(result)));
  const card = scoreOf(results);
  print(textOf(card));
  if (json) {
    print(JSON.stringify(card));
  }
  return card.passed === card.cases && card.cases > 0 ? 0 : 1;
}
