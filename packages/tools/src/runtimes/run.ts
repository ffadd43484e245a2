import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startSandbox } from "@depthwire/sandbox";
import type { CommandOutcome } from "../command-line/outcome.js";
import { installForeign } from "./foreign.js";
import type { RuntimesOptions } from "./options.js";
import { faultIn } from "./scene/judge.js";
import { type JudgedScene, makeScene } from "./scene/make-scene.js";
import { type Scratch, withScratch } from "./scratch.js";
import type { Place } from "./smoke/scene.js";
import type { Trial, TrialWorld } from "./trial.js";
import { trials } from "./trials/index.js";

/** What each runtime came to. */
export interface RuntimesSummary {
  /** `passed`, what failed, or why it was not tried. */
  readonly runtimes: Readonly<Record<string, string>>;
  readonly failed: number;
}

type Verdict = { readonly kind: "passed" } | { readonly kind: "failed" | "skipped"; readonly reason: string };

const sceneSeed = 20_261_122;
/** A machine that others starve takes many times as long as a quiet one. */
const timeLimitMs = 240_000;
const pairs = ["4BTC_USDT"];
/** How much of an error is repeated. */
const maxReason = 800;

/**
 * Tries the packed packages in every runtime that was asked for, one after the other.
 *
 * @param root the workspace
 * @param progress hears of each runtime
 */
export async function runRuntimes(
  options: RuntimesOptions,
  root: string,
  progress: (text: string) => void,
): Promise<CommandOutcome<RuntimesSummary>> {
  const chosen = chooseTrials(options);
  const foreign = join(root, "packages/tools/runtimes");
  if (chosen.some(({ extent }) => extent !== "short")) {
    await installForeign(foreign, chosen.some(({ extent }) => extent === "long") ? "whole" : "small", progress);
  }
  const judged = makeScene(sceneSeed);
  const tarballs = options.tarballs === undefined ? undefined : resolve(options.tarballs);
  const verdicts = await withScratch(root, tarballs, (scratch) =>
    withPlace(scratch, judged, async (place) => {
      const judge: TrialWorld["judge"] = (report, sockets) => faultIn(report, judged, sockets);
      const world: TrialWorld = { ...scratch, foreign, root, place, judge, timeLimitMs };
      const found: [name: string, verdict: Verdict][] = [];
      for (const trial of chosen) {
        const verdict = await judgeTrial(trial, world);
        progress(`${trial.name}: ${textOf(verdict)}`);
        found.push([trial.name, verdict]);
      }
      return found;
    }),
  );
  return outcomeOf(verdicts);
}

/** The runtimes that the options name. */
export function chooseTrials({ only, extent }: RuntimesOptions): readonly Trial[] {
  return trials.filter(
    (trial) =>
      (extent === "whole" || trial.extent !== "long") &&
      (only.length === 0 || only.some((part) => trial.name.startsWith(part))),
  );
}

/** The smoke's inputs stand in the folder, and a venue listens while it is used. */
async function withPlace<Result>(
  { folder }: Scratch,
  { scene }: JudgedScene,
  use: (place: Place) => Promise<Result>,
): Promise<Result> {
  const sandbox = await startSandbox({ pairs });
  try {
    const { pushUrl, restUrl, credential } = sandbox;
    const place: Place = { pushUrl, restUrl, credential };
    await writeFile(join(folder, "scene.json"), JSON.stringify(scene));
    await writeFile(join(folder, "place.json"), JSON.stringify(place));
    return await use(place);
  } finally {
    await sandbox.close();
  }
}

async function judgeTrial(trial: Trial, world: TrialWorld): Promise<Verdict> {
  const missing = trial.missing(world);
  if (missing !== undefined) {
    // Where everything must be there, its absence is a failure.
    return { kind: process.env["CI"] === undefined ? "skipped" : "failed", reason: missing };
  }
  try {
    const reason = await trial.run(world);
    return reason === undefined ? { kind: "passed" } : { kind: "failed", reason };
  } catch (error) {
    return { kind: "failed", reason: onOneLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** A reason stands in a row of a table. */
function onOneLine(message: string): string {
  const text = message.trim().replaceAll(/\s*\n\s*/g, " | ");
  return text.length > maxReason ? `${text.slice(0, maxReason)}…` : text;
}

function textOf(verdict: Verdict): string {
  return verdict.kind === "passed" ? "passed" : `${verdict.kind}: ${verdict.reason}`;
}

function outcomeOf(verdicts: readonly (readonly [name: string, verdict: Verdict])[]): CommandOutcome<RuntimesSummary> {
  const failures = verdicts
    .filter(([, { kind }]) => kind === "failed")
    .map(([name, verdict]) => `${name} ${textOf(verdict)}`);
  return {
    summary: {
      runtimes: Object.fromEntries(verdicts.map(([name, verdict]) => [name, textOf(verdict)])),
      failed: failures.length,
    },
    text: verdicts.map(([name, verdict]) => `${name.padEnd(18)} ${textOf(verdict)}`).join("\n"),
    failures,
  };
}
