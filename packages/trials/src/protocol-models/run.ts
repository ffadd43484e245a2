import { join } from "node:path";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type ModelCheck, modelChecks, parseSearch, type SearchResult } from "./models.js";
import { runSpin } from "./run-spin.js";

/** The last line of standard output with `--json`. */
export interface ModelsSummary {
  /** Models that were checked exhaustively. */
  readonly models: number;
  /** Their states. */
  readonly states: number;
  /** Errors in them. */
  readonly errors: number;
  /** Planted faults that were found. */
  readonly plantedFound: number;
  /** Parts of the protocol without which an error was found. */
  readonly partsFound: number;
}

/** Checks models in `folder`, and what is planted in them; by default everything. */
export async function checkModels(
  folder: string,
  checks: readonly ModelCheck[] = modelChecks,
): Promise<CommandOutcome<ModelsSummary>> {
  const results: { readonly check: ModelCheck; readonly result: SearchResult }[] = [];
  for (const check of checks) {
    results.push({ check, result: await search(folder, check) });
  }
  const of = (kind: ModelCheck["kind"]) => results.filter(({ check }) => check.kind === kind);
  const sum = (pick: (result: SearchResult) => number) =>
    of("sound").reduce((total, { result }) => total + pick(result), 0);
  const found = (kind: ModelCheck["kind"]) => of(kind).filter(({ result }) => result.errors > 0).length;
  const summary = {
    models: of("sound").filter(({ result }) => result.search === "whole").length,
    states: sum(({ states }) => states),
    errors: sum(({ errors }) => errors),
    plantedFound: found("fault"),
    partsFound: found("part"),
  };
  const failures = results.flatMap(({ check, result }) => failureOf(check, result));
  const text = results.map(({ check, result }) => `${nameOf(check)}: ${result.states} states, ${result.errors} errors`);
  return { summary, text: text.join("\n"), failures };
}

/** What a result says against the protocol, or against its model. */
function failureOf(check: ModelCheck, { errors, search }: SearchResult): readonly string[] {
  if (check.planted !== undefined) {
    return errors > 0 ? [] : [`${nameOf(check)}: what is planted was not found`];
  }
  return [
    ...(errors > 0 ? [`${nameOf(check)}: ${errors} errors`] : []),
    ...(search === "cut" ? [`${nameOf(check)}: the search was cut`] : []),
  ];
}

function nameOf({ model, planted }: ModelCheck): string {
  return planted === undefined ? model : `${model} with ${planted}`;
}

/** Checks a model in every state. */
async function search(folder: string, { model, planted }: ModelCheck): Promise<SearchResult> {
  const output = await runSpin(join(folder, `${model}.pml`), {
    defines: planted === undefined ? [] : [planted],
    // What is planted is found after few states: the compiler would take longer than the search.
    optimization: planted === undefined ? "-O2" : "-O0",
  });
  return parseSearch(output);
}
