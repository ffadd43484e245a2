import type { RelayHeader } from "@depthwire/relay/internal";
import { keptMessages, keptSince, keptStream, newestKept } from "./kept-messages.js";
import type { NatsBus } from "./nats-bus.js";
import { clockMarginMs, failingStream } from "./raw-stream.js";
import { isEqual, type KeptFrame, readSoundFrames, type SoundFrames } from "./sound-frames.js";

/** How far a recording goes in one channel. */
export interface RecordedFrames {
  /** The channel's subject on the bus. */
  readonly subject: string;
  /** Its last frames, in order, as they were published; a few are enough, though the last alone may not be the only one of its kind. */
  readonly frames: readonly Uint8Array[];
  /** When the last one was recorded, epoch milliseconds of the recorder's own clock: a hint where to look, and until when the recording has the channel. */
  readonly recordedAtMs: number;
}

/** What is kept behind a recording. */
export interface FramesBehind {
  /** Of the last message that was recorded. */
  readonly header: Readonly<RelayHeader>;
  /** What was published since, in order. Where numbers leave something out, it is kept no longer. */
  readonly missed: readonly KeptFrame[];
  /** Kept messages that are not believed: see {@link readFramesBehind}. */
  readonly spoilt: number;
}

/**
 * Finds where a recording ends among the frames that are kept, and gives what was published since. It ends with what was kept when it began: the reader
 * should have subscribed before, and drop what it has got twice. Where the last frame is not among them, it is kept no longer, or was an owner's answer, which
 * is published to nobody: what is kept was published since only if the stream goes back to that frame, and all of it was stored behind it.
 *
 * What no owner published, and what was stored twice, is not believed and counted: `spoilt`. Where two differ under one number, that number is missing.
 *
 * @param marginMs how far the clocks of recorder and server may differ
 * @returns `nothing` where nothing was published since; undefined where that is not known
 * @throws RelayError `relay-forbidden`, `relay-store-failed`
 */
export function readFramesBehind(
  bus: NatsBus,
  { subject, frames, recordedAtMs }: RecordedFrames,
  marginMs: number = clockMarginMs,
): Promise<FramesBehind | "nothing" | undefined> {
  return failingStream(async () => {
    const manager = await keptStream(bus);
    const last = (await newestKept(manager, subject))?.seq;
    let kept: readonly KeptFrame[] = [];
    let spoilt = 0;
    // Where the clocks disagree by more than the margin, the hint leads too far: then everything that is kept is read.
    for (const sinceMs of last === undefined ? [] : [recordedAtMs - marginMs, undefined]) {
      const range = { subject, sinceMs, last: last ?? 0 };
      ({ frames: kept, spoilt } = await readSoundFrames(keptMessages(bus, manager, range)));
      const place = placeOf(frames, kept);
      const found = kept[place];
      if (found !== undefined) {
        return { header: found.header, missed: kept.slice(place + 1), spoilt };
      }
    }
    if ((await keptSince(manager)) > recordedAtMs - marginMs) {
      return undefined;
    }
    return last === undefined ? "nothing" : behindAll({ frames: kept, spoilt }, recordedAtMs + marginMs);
  });
}

/**
 * Everything that is kept, if all of it was published since. An owner's first message stands behind what another one published, and nobody knows how that
 * ended. Undefined too where nothing could be read of what is kept.
 */
function behindAll({ frames: kept, spoilt }: SoundFrames, recordedBeforeMs: number): FramesBehind | undefined {
  const [first] = kept;
  if (first === undefined || first.storedAtMs <= recordedBeforeMs || first.header.relaySeq <= 1) {
    return undefined;
  }
  const { header } = first;
  return { header: { ...header, relaySeq: header.relaySeq - 1 }, missed: kept, spoilt };
}

/** Where the frames end among those that are kept: of equal ones, behind the most that came before. -1: nowhere. */
function placeOf(frames: readonly Uint8Array[], kept: readonly KeptFrame[]): number {
  const places = kept.flatMap(({ header }, place) => (header.kind === "status" ? [] : [place]));
  let [best, longest] = [-1, 0];
  for (let end = 0; end < places.length; end++) {
    let length = 0;
    while (length < frames.length && isEqual(frames.at(-1 - length), kept[places[end - length] ?? -1]?.frame)) {
      length++;
    }
    if (length > longest) {
      [best, longest] = [places[end] ?? -1, length];
    }
  }
  return best;
}
