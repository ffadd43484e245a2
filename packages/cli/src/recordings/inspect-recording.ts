import { doubtReasonOf, missedReasonOf, type RecordingEntry, type SegmentHeader } from "@depthwire/recording/internal";
import { outboundRecordOf } from "@depthwire/stream/internal";
import { FrameReader } from "../frames/frame-reader.js";
import { ChannelCount, type ChannelCounts, type RecordedGap, type SequencePolicy } from "./channel-count.js";
import { type DamagedPlace, type TornEnd, type WalkOptions, walkRecording } from "./walk-recording.js";

/** One run of a recorder. */
export interface RecordedRun {
  readonly run: string;
  readonly segments: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** How long it lasted by the monotonic clock, which does not jump. */
  readonly elapsedMs: number;
}

/** What a recording holds. Keys are only ever added. */
export interface InspectedRecording {
  readonly directory: string;
  readonly segments: number;
  readonly bytes: number;
  readonly runs: readonly RecordedRun[];
  /** Messages of the venue, heartbeats and refusals too. */
  readonly frames: number;
  readonly frameBytes: number;
  /** By the recorder's wall clock, epoch milliseconds; undefined in an empty recording. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  readonly connections: { readonly opened: number; readonly closed: number };
  /** States of books that the recorder wrote at the beginning of a segment; they are in no other count. */
  readonly checkpoints: number;
  /** Refusals of the venue. */
  readonly refusals: number;
  /** Frames that cannot be read, as they came from the venue. */
  readonly unreadable: number;
  readonly channels: readonly ChannelCounts[];
  /** The first gaps, in their order. */
  readonly gaps: readonly RecordedGap[];
  /** How many gaps more there are. */
  readonly gapsNotListed: number;
  readonly damaged: readonly DamagedPlace[];
  readonly torn: readonly TornEnd[];
}

/** More are only counted. */
const maxListedGaps = 1_000;

/** How a recording is looked at. */
export interface InspectOptions extends WalkOptions {
  /** Default `contiguous`. */
  readonly sequencePolicy?: SequencePolicy | undefined;
}

/**
 * Counts what a recording holds. Damage does not end it.
 *
 * @throws RecordingError `recording-absent`; AbortError
 */
export async function inspectRecording(directory: string, options: InspectOptions = {}): Promise<InspectedRecording> {
  const inspection = new Inspection(options.sequencePolicy ?? "contiguous");
  const { segments, bytes, damaged, torn } = await walkRecording(directory, inspection, options);
  return { directory, segments, bytes, ...inspection.result(), damaged, torn };
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

class Inspection {
  readonly #policy: SequencePolicy;
  readonly #reader = new FrameReader();
  readonly #channels = new Map<string, ChannelCount>();
  /** By connection: the channels that it was asked for. */
  #carried = new Map<number, Set<string>>();
  readonly #runs: Mutable<RecordedRun>[] = [];
  /** The monotonic clock when the present run and the present segment began. */
  #runStartedMs = 0;
  #segmentStartedMs = 0;
  readonly #gaps: RecordedGap[] = [];
  #gapsNotListed = 0;
  #frames = 0;
  #frameBytes = 0;
  #checkpoints = 0;
  #refusals = 0;
  #unreadable = 0;
  #opened = 0;
  #closed = 0;
  #firstMs: number | undefined;
  #lastMs: number | undefined;

  constructor(policy: SequencePolicy) {
    this.#policy = policy;
  }

  segment(header: SegmentHeader, _file: string, continues: boolean): void {
    if (!continues) {
      this.#carried = new Map();
      for (const channel of this.#channels.values()) {
        channel.breakOff(this.#lastMs ?? header.startedEpochMs, "not-recorded");
      }
    }
    const { run, startedEpochMs, startedMonotonicMs } = header;
    const last = this.#runs.at(-1);
    if (last?.run === run) {
      last.segments++;
    } else {
      this.#runs.push({ run, segments: 1, firstMs: startedEpochMs, lastMs: startedEpochMs, elapsedMs: 0 });
      this.#runStartedMs = startedMonotonicMs;
    }
    this.#segmentStartedMs = startedMonotonicMs;
  }

  entry(entry: RecordingEntry): void {
    if ("epochMs" in entry) {
      this.#noteTime(entry.epochMs, entry.elapsedNs);
    }
    switch (entry.kind) {
      case "connection":
        this.#carried.set(entry.connection, new Set(entry.channels));
        break;
      case "checkpoint":
        this.#checkpoints++;
        break;
      case "opened":
        this.#opened++;
        break;
      case "inbound":
        this.#addFrame(entry.frame, entry.epochMs);
        break;
      case "outbound":
        this.#followChange(entry.connection, entry.text);
        break;
      case "doubted":
        this.#doubt(entry);
        break;
      case "gap":
        this.#channels.get(entry.channel)?.miss(entry.fromMs, entry.epochMs, missedReasonOf(entry.reason));
        break;
      case "closed":
        this.#close(entry.connection, entry.epochMs);
    }
  }

  result(): Omit<InspectedRecording, "directory" | "segments" | "bytes" | "damaged" | "torn"> {
    for (const channel of this.#channels.values()) {
      channel.end(this.#lastMs ?? 0);
    }
    return {
      runs: this.#runs,
      frames: this.#frames,
      frameBytes: this.#frameBytes,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      connections: { opened: this.#opened, closed: this.#closed },
      checkpoints: this.#checkpoints,
      refusals: this.#refusals,
      unreadable: this.#unreadable,
      channels: [...this.#channels.values()]
        .map((channel) => channel.counts())
        .sort((one, other) => (one.channel < other.channel ? -1 : 1)),
      gaps: this.#gaps,
      gapsNotListed: this.#gapsNotListed,
    };
  }

  #noteTime(epochMs: number, elapsedNs: number): void {
    this.#firstMs ??= epochMs;
    this.#lastMs = epochMs;
    const last = this.#runs.at(-1);
    if (last !== undefined) {
      last.lastMs = epochMs;
      last.elapsedMs = this.#segmentStartedMs - this.#runStartedMs + elapsedNs / 1e6;
    }
  }

  #addFrame(frame: Uint8Array, atMs: number): void {
    this.#frames++;
    this.#frameBytes += frame.length;
    try {
      const { messages, refusals } = this.#reader.read(frame);
      this.#refusals += refusals.length;
      for (const message of messages) {
        this.#channelOf(message).add(message, atMs);
      }
    } catch {
      this.#unreadable++;
    }
  }

  #channelOf(message: ConstructorParameters<typeof ChannelCount>[0]): ChannelCount {
    let channel = this.#channels.get(message.channel);
    if (channel === undefined) {
      channel = new ChannelCount(message, this.#policy, (gap) => this.#noteGap(gap));
      this.#channels.set(message.channel, channel);
    }
    return channel;
  }

  #followChange(connection: number, text: string): void {
    const sent = outboundRecordOf(text);
    if (sent.kind !== "outbound" || sent.change === undefined) {
      return;
    }
    const carried = this.#carried.get(connection) ?? new Set();
    this.#carried.set(connection, carried);
    if (sent.change.change === "added") {
      carried.add(sent.change.channel);
    } else {
      carried.delete(sent.change.channel);
    }
  }

  #doubt({ channel, reason, fromMs, epochMs }: RecordingEntry & { readonly kind: "doubted" }): void {
    const counted = this.#channels.get(channel);
    if (reason === undefined) {
      counted?.trust(epochMs);
    } else {
      counted?.doubt(fromMs, doubtReasonOf(reason));
    }
  }

  #close(connection: number, atMs: number): void {
    const carried = this.#carried.get(connection);
    this.#carried.delete(connection);
    this.#closed++;
    for (const channel of carried ?? []) {
      this.#channels.get(channel)?.breakOff(atMs, "connection-lost");
    }
  }

  #noteGap(gap: RecordedGap): void {
    if (this.#gaps.length < maxListedGaps) {
      this.#gaps.push(gap);
    } else {
      this.#gapsNotListed++;
    }
  }
}
