import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type ModelCheck, modelChecks, parseSearch, type SearchResult } from "./models.js";

const run = promisify(execFile);

/** Deeper than any path of the models. */
const maxDepth = 500_000;
/** A model that grew beyond this is none that a check of every change can look at. */
const timeoutMs = 240_000;

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

/** Lets spin write the model's checker, compiles it and runs it, in a folder of its own. */
async function search(folder: string, { model, planted }: ModelCheck): Promise<SearchResult> {
  const cwd = await mkdtemp(join(tmpdir(), "depthwire-model-"));
  const options = { cwd, timeout: timeoutMs, maxBuffer: 16 * 2 ** 20 };
  try {
    await run(
      "spin",
      [...(planted === undefined ? [] : [`-D${planted}`]), "-a", join(folder, `${model}.pml`)],
      options,
    );
    // What is planted is found after few states: the compiler would take longer than the search.
    const optimization = planted === undefined ? "-O2" : "-O0";
    await run("gcc", [optimization, "-w", "-DSAFETY", "-DNOFAIR", "-DCOLLAPSE", "-o", "pan", "pan.c"], options);
    const { stdout } = await run(join(cwd, "pan"), [`-m${maxDepth}`], options);
    return parseSearch(stdout);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error("spin or gcc is not there: apt-get install -y --no-install-recommends spin gcc", {
        cause: error,
      });
    }
    throw error;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
