import type { CommandOutcome } from "../command-line/outcome.js";
import { listedMutants } from "./listed-mutants.js";
import type { MutateOptions } from "./options.js";
import { type PackageScore, scorePackage } from "./package-score.js";
import { planMutation } from "./plan.js";
import { type MutationSummary, type StrykerReport, summariseMutation } from "./report.js";
import { runStryker } from "./stryker.js";
import { copyWorkspace } from "./workspace-copy.js";

/**
 * Mutates files, a package at a time.
 *
 * @param root the workspace
 * @param signal ends the run; nothing of it stays
 * @throws Error when a path leads nowhere, and when Stryker fails or has tested nothing in time; the signal's reason
 */
export async function runMutation(
  options: MutateOptions,
  root: string,
  signal: AbortSignal,
): Promise<CommandOutcome<MutationSummary | PackageScore>> {
  const plans = planMutation(root, options.files);
  const copy = await copyWorkspace(
    root,
    plans.map(({ project }) => project),
  );
  const reports = new Map<string, StrykerReport>();
  try {
    for (const { project, files } of plans) {
      const { concurrency, minutes, sample } = options;
      const limits = { ...(minutes === undefined ? {} : { minutes }), ...(sample === undefined ? {} : { sample }) };
      reports.set(project, await runStryker({ folder: copy.package(project), files, concurrency, signal, ...limits }));
    }
  } finally {
    await copy.remove();
  }
  const outcome = judgeMutation(summariseMutation(reports, listedMutants), options.wantedScore);
  return options.package === undefined ? outcome : scorePackage(options.package, outcome, options.sample);
}

/** Says what a summary means. */
export function judgeMutation(summary: MutationSummary, wantedScore: number): CommandOutcome<MutationSummary> {
  const { files, mutants, killed, timeout, survived, score, listed, untested, untried, survivors, stale } = summary;
  const head = `${mutants} mutants in ${files} files: ${killed} killed, ${timeout} ended for time, ${survived} survived, ${listed} of them for a reason on record; ${score} % found`;
  const lines = survivors.map(
    ({ file, line, mutator, from, to }) => `  ${file}:${line} ${mutator}: ${oneLine(from)} → ${oneLine(to)}`,
  );
  const failures = [
    ...(score < wantedScore ? [`${score} % of the mutants were found, ${wantedScore} % are wanted`] : []),
    ...(untested > 0
      ? [`the time was over with ${untested} mutants untested: the figures are those of the other ${mutants}`]
      : []),
    ...(untried > 0
      ? [`${untried} survivors were not tried by every test that reaches them: the figures mean nothing`]
      : []),
    ...stale.map(
      ({ file, from, to }) => `${file} has no mutant ${oneLine(from)} → ${oneLine(to)}: take it off the list`,
    ),
  ];
  return { summary, text: [head, ...lines].join("\n"), failures };
}

function oneLine(text: string): string {
  return JSON.stringify(text);
}
