import type { JSX } from "preact";
import { link, nowMs, status } from "../data/desk.js";
import { exactTime, spanText } from "../numbers/format.js";

/** What is younger is of now, in milliseconds: an age that changes with every look would only be restless. */
const nowWithinMs = 2_000;

/** What is older wants to be noticed, in milliseconds. */
const oldAfterMs = 15_000;

/** How old something is, by the clock of the accelerator, which noted when it came; and how long the accelerator has been silent. */
export function ageOf(atMs: number | undefined): number | undefined {
  const told = status.value?.atMs;
  const { kind, sinceMs } = link.value;
  const silentMs = kind === "live" ? 0 : Math.max(0, nowMs.value - sinceMs);
  return told === undefined || atMs === undefined || atMs === 0 ? undefined : Math.max(0, told - atMs) + silentMs;
}

/** The age of a figure, in words: nothing of what is of now. */
export function ageWords(ageMs: number): string {
  return ageMs < nowWithinMs ? "now" : `${spanText(ageMs)} ago`;
}

/** When something was told last. */
export function Age({ atMs }: { readonly atMs: number | undefined }): JSX.Element | undefined {
  const age = ageOf(atMs);
  if (age === undefined || atMs === undefined) {
    return undefined;
  }
  return (
    <span class={`age ${age > oldAfterMs ? "warn" : "faint"}`} title={`Told ${exactTime(atMs)}`}>
      {ageWords(age)}
    </span>
  );
}
