import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordedHistory } from "./recorded-histories.js";
import { runSpin } from "./run-spin.js";

/** What came of leading a model along recorded histories. */
export interface GuidedResult {
  /** Places of the histories that are no paths of the model. */
  readonly refused: readonly number[];
}

/**
 * Leads a model along each history, and finds out which of them are paths of it: whatever could be seen comes from the history, and what
 * could not is the model's own choice, all of which are tried.
 *
 * @param file the model
 * @throws Error where a path breaks what the model asserts, or spin is not there
 */
export async function followHistories(file: string, histories: readonly RecordedHistory[]): Promise<GuidedResult> {
  const output = await runSpin(file, {
    defines: ["GUIDED"],
    optimization: "-O0",
    // A history ends where it ends, and no process has to come to an end of its own.
    search: ["-E"],
    prepare: (folder) => writeFile(join(folder, "traces.h"), traceFile(histories)),
  });
  if (!/errors: 0\b/.test(output)) {
    throw new Error(`a recorded history breaks what the model asserts: ${output.slice(0, 300)}`);
  }
  const accepted = new Set([...output.matchAll(/^accepted (\d+)$/gm)].map(([, place]) => Number(place)));
  return { refused: histories.flatMap((_, place) => (accepted.has(place) ? [] : [place])) };
}

/** What the models include where they are led: every event behind one another, and where each history ends. */
function traceFile(histories: readonly RecordedHistory[]): string {
  let end = 0;
  const ends = histories.map((history) => {
    end += history.events.length;
    return end;
  });
  // C has no empty arrays.
  const events = [...histories.flatMap((history) => history.events), 0];
  return [
    "c_decl {",
    `static const unsigned char traceEvents[] = { ${events.join(", ")} };`,
    `static const int traceEnds[] = { ${ends.join(", ")} };`,
    "};",
    `inline select_trace(which) { select(which : 0 .. ${histories.length - 1}) }`,
    "",
  ].join("\n");
}
