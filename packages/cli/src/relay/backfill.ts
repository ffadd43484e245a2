import { setTimeout as pause } from "node:timers/promises";
import { readFramesBehind } from "@depthwire/nats/internal";
import type { relayTypes } from "@depthwire/relay";
import type { RecordedEnd } from "../recordings/recorded-end.js";
import type { OpenedBus } from "./open-bus.js";

/** What is published when a channel is joined has got into the stream by then: it is kept here, too, and nothing is missing between the two. */
const storedAfterMs = 250;
const msPerMinute = 60_000;

/**
 * Gives a link what a recorder missed while it was away, out of what JetStream keeps (`relay serve --keep`).
 *
 * @param ends how far the recording goes, by channel
 * @param minutes longer away, and what was missed is a gap
 * @param spoilt told how many of a channel's kept messages are not believed
 */
export function backfillFrom(
  { bus, subjects }: OpenedBus,
  ends: ReadonlyMap<string, RecordedEnd>,
  minutes: number,
  spoilt: (channel: string, messages: number) => void,
): relayTypes.Resume {
  return async ({ pair, name, channel }) => {
    const end = ends.get(channel);
    if (end === undefined) {
      return "new";
    }
    const { frames, recordedAtMs, endedAtMs, state } = end;
    if (state === undefined || Date.now() - endedAtMs > minutes * msPerMinute) {
      return "lost";
    }
    await pause(storedAfterMs);
    const subject = subjects.raw(name, pair);
    const behind = await readFramesBehind(bus, { subject, frames, recordedAtMs });
    if (behind === undefined) {
      return "lost";
    }
    // Where nothing was published, the owner's state is that of the recording.
    if (behind === "nothing") {
      return "new";
    }
    if (behind.spoilt > 0) {
      spoilt(channel, behind.spoilt);
    }
    return { header: behind.header, missed: behind.missed, state };
  };
}
