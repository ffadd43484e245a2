import { type Signal, signal } from "@preact/signals";

/** What screen readers are told when there is time. */
export const polite: Signal<string> = signal("");
/** What they are told at once. */
export const assertive: Signal<string> = signal("");

/** Tells a screen reader something. */
export function announce(words: string, how: "polite" | "assertive"): void {
  ({ polite, assertive })[how].value = words;
}
