import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { followHistories } from "./guided-search.js";
import {
  type FollowedModel,
  type RecordingOptions,
  recordDeviations,
  recordHistories,
  worldOf,
} from "./recorded-histories.js";

/** How the product's histories and those with a mistake fared as paths of the models. */
export interface FollowSummary {
  /** Histories of the product's own code that were led along a model. */
  readonly histories: number;
  /** Those of them that are no paths of it. */
  readonly historiesRefused: number;
  /** Histories of code with a mistake planted in it, in which the mistake shows. */
  readonly deviations: number;
  /** Those of them that are no paths of the model: all. */
  readonly deviationsRefused: number;
}

/** Histories of the product for each model. */
const usual: RecordingOptions = { count: 80, moves: 10, seed: 20 };

/** Histories of code with a mistake, for each model. */
const deviationsEach = 5;

/** Leads the models of `folder` along recorded histories of the code that they are models of. */
export async function followProduct(
  folder: string,
  models: readonly FollowedModel[] = ["book", "halt"],
  recording: RecordingOptions = usual,
): Promise<FollowSummary> {
  const total = { histories: 0, historiesRefused: 0, deviations: 0, deviationsRefused: 0 };
  for (const model of models) {
    const file = join(folder, `${model}.pml`);
    const source = await readFile(file, "utf8");
    const own = await recordHistories(worldOf(model, "product"), source, recording);
    const wrong = await recordDeviations(worldOf(model, "planted"), source, { ...recording, count: deviationsEach });
    const { refused } = await followHistories(file, [...own, ...wrong]);
    total.histories += own.length;
    total.historiesRefused += refused.filter((place) => place < own.length).length;
    total.deviations += wrong.length;
    total.deviationsRefused += refused.filter((place) => place >= own.length).length;
  }
  return total;
}

/** What a summary says against the product, or against the models. */
export function failuresOf(summary: FollowSummary): readonly string[] {
  const { histories, historiesRefused, deviations, deviationsRefused } = summary;
  return [
    ...(historiesRefused > 0
      ? [`${historiesRefused} of ${histories} histories of the product are no paths of its models`]
      : []),
    ...(deviations === 0 ? ["no history shows what is planted, so nothing was refused"] : []),
    ...(deviationsRefused < deviations
      ? [`${deviations - deviationsRefused} histories with a mistake are paths of a model`]
      : []),
  ];
}
