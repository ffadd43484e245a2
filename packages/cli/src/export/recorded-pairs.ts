import { openDirectoryStore } from "@depthwire/node";
import { type RecordingEntry, recordedChannelOf, streamSegment } from "@depthwire/recording/internal";
import { outboundRecordOf } from "@depthwire/stream/internal";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";
import { planRecording } from "../recordings/market/plan-recording.js";

/** Channels stand where they are subscribed to: soon after a segment's beginning. */
const lookedAtBytes = 256 * 1024;

/**
 * Checks that a recording has these pairs.
 *
 * @throws Refused `unknown-pair` with the nearest right one; RecordingError `recording-absent`
 */
export async function requirePairs(directory: string, wanted: readonly string[]): Promise<void> {
  const known = await recordedPairs(directory, new Set(wanted));
  const wrong = wanted.find((pair) => !known.has(pair));
  if (wrong !== undefined) {
    const near = nearest(wrong, known);
    const remedy = near === undefined ? `It has ${[...known].join(", ")}.` : `Did you mean ${near}?`;
    throw new Refused("unknown-pair", `The recording has no channel of ${wrong}`, remedy, {
      wanted: wrong,
      nearest: near,
    });
  }
}

/** Pairs of a recording's channels. It is looked through until all of `wanted` are found. */
export async function recordedPairs(directory: string, wanted?: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const isEnough = (): boolean => wanted !== undefined && [...wanted].every((pair) => found.has(pair));
  for (const { segments } of await planRecording(directory)) {
    for (const segment of segments) {
      if (isEnough()) {
        return found;
      }
      const store = await openDirectoryStore(segment.directory);
      for await (const { entries } of streamSegment(store, segment, { windowBytes: lookedAtBytes })) {
        addPairs(entries, found);
        break;
      }
    }
  }
  return found;
}

function addPairs(entries: readonly RecordingEntry[], found: Set<string>): void {
  for (const channel of entries.flatMap(channelsIn)) {
    const pair = recordedChannelOf(channel)?.pair ?? "";
    if (pair !== "") {
      found.add(pair);
    }
  }
}

function channelsIn(entry: RecordingEntry): readonly string[] {
  if (entry.kind === "connection") {
    return entry.channels;
  }
  const sent = entry.kind === "outbound" ? outboundRecordOf(entry.text) : undefined;
  return sent?.kind === "outbound" && sent.change?.change === "added" ? [sent.change.channel] : [];
}
