import type { CancelTimer, Clock } from "@depthwire/core";
import { Agenda } from "./agenda.js";

/**
 * Calls back every `intervalMs`, as {@link Agenda.repeat} does, for what belongs to no venue's agenda.
 *
 * @param firstAfterMs until the first beat
 * @returns ends it
 */
export function every(
  clock: Clock,
  intervalMs: number,
  callback: (beats: number) => void,
  firstAfterMs: number = intervalMs,
): CancelTimer {
  return new Agenda(clock).repeat("beat", { intervalMs, firstAfterMs }, callback);
}
