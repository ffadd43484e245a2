import { RefusedError } from "../server/answer.js";
import type { ReplayedVenue, ReplayStatus } from "./replayed-venue.js";

/** What every answer of a replay says of itself: nobody may take it for the market. */
export const replayHeader = "x-depthwire-replay";

/** The headers of every answer of a replay: how far it has come. None before a venue. */
export function marksOf(replay: ReplayedVenue | undefined): {
  readonly marks?: () => Readonly<Record<string, string>>;
} {
  if (replay === undefined) {
    return {};
  }
  const marks = (): Readonly<Record<string, string>> => {
    const { phase, speed, atMs } = replay.status();
    return { [replayHeader]: `${phase}; at=${new Date(atMs).toISOString()}; speed=${speed}` };
  };
  return { marks };
}

/**
 * Refuses what a recording cannot answer: nothing is forwarded from a replay.
 *
 * @throws RefusedError
 */
export function refuseInReplay(replay: (() => ReplayStatus) | undefined, wish: "read" | "change"): void {
  if (replay === undefined) {
    return;
  }
  throw wish === "change"
    ? new RefusedError(
        403,
        "replay",
        "This is a replay: nothing is traded. Start the accelerator before a venue, or with --sandbox",
      )
    : new RefusedError(503, "replay", "This is a replay: the recording does not have that, and nobody is asked");
}
