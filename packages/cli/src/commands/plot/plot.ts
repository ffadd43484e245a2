import type { ChartSize } from "../../chart/frame.js";
import type { ReadMarket, RecordingListener } from "../../recordings/market/read-market.js";

/** What can be drawn. */
export const plotNames = ["depth", "spread", "lag", "gaps", "equity"] as const;

/** Any of them. */
export type PlotName = (typeof plotNames)[number];

/** Gathers what a picture needs while a recording is read, and draws it. */
export interface Plot {
  readonly listener: RecordingListener;
  /** @returns undefined where the recording has nothing to draw */
  draw(read: ReadMarket, size: ChartSize): string | undefined;
}

/** Makes a plot. @param wants whether a pair is to be drawn */
export type CreatePlot = (wants: (pair: string) => boolean) => Plot;

/** More points than pixels cannot be seen. */
export const mostBuckets = 1_200;

/** `14 November 2026, 09:00:00 to 09:05:12 UTC`. */
export function timeWords({ fromUs, toUs }: ReadMarket): string {
  const [from, to] = [fromUs, toUs].map((us) => new Date(us / 1_000).toISOString());
  const day = (text = ""): string => text.slice(0, 10);
  const time = (text = ""): string => text.slice(11, 19);
  const end = day(from) === day(to) ? time(to) : `${day(to)} ${time(to)}`;
  return `${day(from)} ${time(from)} to ${end} UTC`;
}
