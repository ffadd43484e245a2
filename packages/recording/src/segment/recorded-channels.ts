import { outboundRecordOf } from "@depthwire/stream/internal";
import { type RecordedChannel, recordedChannelOf } from "./checkpoint.js";
import { readRecording } from "./open-recording.js";
import type { RecordingEntry } from "./recording-entry.js";
import type { RecordingStore } from "./recording-store.js";
import { SegmentReader } from "./segment-reader.js";

/**
 * The channels that the first segment of a recording carries: those that stood when it began, and those that were subscribed to in it.
 *
 * @throws RecordingError `recording-absent`, `recording-corrupt`, `recording-version`, `recording-truncated`
 */
export async function recordedChannels(store: RecordingStore): Promise<readonly RecordedChannel[]> {
  const [first] = await readRecording(store);
  if (first === undefined) {
    return [];
  }
  const reader = new SegmentReader(await store.read(first.name, 0, first.bytes), first.name, store.crc32);
  const names = new Set<string>();
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    for (const name of channelsNamedIn(entry)) {
      names.add(name);
    }
  }
  return [...names].flatMap((name) => recordedChannelOf(name) ?? []);
}

/** Channels, as they stand on the wire, that an entry says to be subscribed to. */
export function channelsNamedIn(entry: RecordingEntry): readonly string[] {
  if (entry.kind === "connection") {
    return entry.channels;
  }
  const sent = entry.kind === "outbound" ? outboundRecordOf(entry.text) : undefined;
  return sent?.kind === "outbound" && sent.change?.change === "added" ? [sent.change.channel] : [];
}
