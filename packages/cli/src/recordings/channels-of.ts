import { RecordingError } from "@depthwire/node";
import type { RecordingStore } from "@depthwire/recording";
import { isSegmentName, type RecordingEntry, SegmentReader } from "@depthwire/recording/internal";
import { outboundRecordOf } from "@depthwire/stream/internal";
import { type ChannelDialect, knownChannel, type NamedChannel } from "../venue/known-channel.js";

/** What was recorded, and how the venue wrote it. */
export interface RecordedChannels {
  readonly dialect: ChannelDialect;
  readonly channels: readonly NamedChannel[];
}

const channelProtocolForm = /^([\w-]{1,64}?)_sub_spot_/;

/** The channels of a recording's first segment, as far as it can be read. Empty where there is none. */
export async function channelsOf(store: Pick<RecordingStore, "list" | "read" | "crc32">): Promise<RecordedChannels> {
  const first = (await store.list()).find(({ name }) => isSegmentName(name));
  const names = first === undefined ? [] : namesIn(await store.read(first.name, 0, first.bytes), store.crc32);
  const serviceName = names.map((name) => channelProtocolForm.exec(name)?.[1]).find((found) => found !== undefined);
  const dialect: ChannelDialect =
    serviceName === undefined ? { protocol: "prefix", serviceName: "svc" } : { protocol: "channel", serviceName };
  return { dialect, channels: names.map((name) => knownChannel(name, dialect)) };
}

function namesIn(bytes: Uint8Array, crc32: RecordingStore["crc32"]): readonly string[] {
  const names = new Set<string>();
  try {
    const reader = new SegmentReader(bytes, "", crc32);
    for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
      for (const name of namesOf(entry)) {
        names.add(name);
      }
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) {
      throw error;
    }
  }
  return [...names];
}

function namesOf(entry: RecordingEntry): readonly string[] {
  if (entry.kind === "connection") {
    return entry.channels;
  }
  const sent = entry.kind === "outbound" ? outboundRecordOf(entry.text) : undefined;
  return sent?.kind === "outbound" && sent.change?.change === "added" ? [sent.change.channel] : [];
}
