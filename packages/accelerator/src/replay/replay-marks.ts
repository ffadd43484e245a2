import { RefusedError } from "../server/answer.js";
import type { ReplayedVenue, ReplayStatus } from "./replayed-venue.js";

/** What every answer of a replay says of itself: nobody may take it for the market. */
export const replayHeader = "x-depthwire-replay";

/** What a replay lacks, wherever somebody may look for it. */
export const noAccountInReplay =
  "a recording has no account, not even one of play money, so nothing is held and nothing is traded";

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
export function refuseInReplay(
  replay: (() => ReplayStatus) | undefined,
  wish: "read" | "read-account" | "change",
): void {
  if (replay === undefined) {
    return;
  }
  if (wish === "read") {
    throw new RefusedError(503, "replay", "This is a replay: the recording does not have that, and nobody is asked");
  }
  const message = `This is a replay: ${noAccountInReplay}. For play money start with --sandbox, for your own before a venue`;
  throw new RefusedError(wish === "change" ? 403 : 503, "replay", message);
}
