import type { Attempt } from "../attempt.js";
import type { Finding } from "../target.js";

/** The finding of what must not have been thrown, if anything was. */
export function uncaughtIn(...attempts: readonly Attempt<unknown>[]): Finding[] {
  return attempts.flatMap((one) => (one.kind === "uncaught" ? [one.finding] : []));
}

/** A disagreement of subject and judge. @param on what they disagree about: one signature for all its inputs */
export function lenient(on: string, detail: string): Finding {
  return { kind: "lenient", signature: on, detail: detail.slice(0, 400) };
}

/** How an attempt ended, for features and messages. */
export function endOf(one: Attempt<unknown>): string {
  return one.kind === "refused" ? one.code : one.kind;
}
