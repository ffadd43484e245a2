import type { BookView } from "@depthwire/book";
import { type CancelTimer, type Clock, type Logger, ValidationError } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import { RecordedConnections } from "../replay/recorded-connections.js";
import { checkpointOf } from "../segment/checkpoint.js";
import { repairRecording } from "../segment/open-recording.js";
import type { ConnectionEntry, RecordedTime } from "../segment/recording-entry.js";
import {
  encodeIndex,
  indexPartName,
  lastSegmentSequence,
  type SegmentInfo,
  segmentName,
  segmentsPerIndexPart,
} from "../segment/recording-index.js";
import type { RecordingStore } from "../segment/recording-store.js";
import { SegmentWriter } from "../segment/segment-writer.js";
import { FeedWords } from "./feed-words.js";
import { RecordedSegments } from "./recorded-segments.js";
import { tapSockets } from "./tap-sockets.js";

/** How a recording is cut up. */
export interface RecordOptions {
  /** Name of this run of the program; no earlier run in the same store may have it. */
  readonly run: string;
  /** Largest size of a segment, in bytes, before the next one begins; default 64 MiB. */
  readonly maxSegmentBytes?: number;
  /** Longest time a segment stays open; default 60,000 ms. */
  readonly maxSegmentMs?: number;
  /** Entries reach the store after so many milliseconds, or when 64 KiB have come together; default 100. */
  readonly flushAfterMs?: number;
}

/** The world as a recording needs it. */
export interface RecordPorts {
  readonly clock: Clock;
  readonly store: RecordingStore;
  /** Gets one line when the store fails. */
  readonly logger?: Logger | undefined;
  /**
   * The present views of all books, for the checkpoint of the next segment. They must contain exactly the messages that
   * sockets of this recording have handed on.
   */
  readonly books: () => Iterable<BookView>;
}

/** What is in the files of a recording so far: what waits to be written does not count. */
export interface RecordingStatistics {
  readonly segments: number;
  readonly frames: number;
  readonly bytes: number;
  /** Outbound texts that were withheld. */
  readonly withheld: number;
  /** Gaps of channels that a feed told, such as a relay's (`openFeed`); the venue's own connections tell none. */
  readonly feedGaps: number;
}

/** A recording that is being made. */
export interface Recording {
  /** The sockets of `open`, with all that happens on them written down. */
  tap(open: OpenSocket): OpenSocket;
  statistics(): RecordingStatistics;
  /** The store's error. Nothing is recorded after it; the sockets go on. */
  readonly failure: unknown;
  /** Hands what waits to the store. */
  flush(): void;
  /** Ends the recording. @throws the store's error, if there was one */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Begins to record, behind whatever the store already has. What a stopped program left there is put in order first.
 *
 * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated`; ValidationError `option-invalid`
 */
export async function record(ports: RecordPorts, options: RecordOptions): Promise<Recording> {
  const { run, maxSegmentBytes = 64 * 1024 * 1024, maxSegmentMs = 60_000, flushAfterMs = 100 } = options;
  for (const [option, value] of Object.entries({ maxSegmentBytes, maxSegmentMs, flushAfterMs })) {
    if (!(value >= 1)) {
      throw new ValidationError("option-invalid", { option, rule: "a number from 1" });
    }
  }
  await repairRecording(ports.store);
  // A segment with an unfinished header does not count, but its name is taken.
  const lastSequence = lastSegmentSequence(await ports.store.list());
  return new Recorder(ports, { run, maxSegmentBytes, maxSegmentMs, flushAfterMs }, lastSequence);
}

class Recorder implements Recording {
  readonly #ports: RecordPorts;
  readonly #options: Required<RecordOptions>;
  readonly #connections: RecordedConnections;
  readonly #words: FeedWords;
  /** The part of the index that is being filled. */
  #indexPart: readonly SegmentInfo[] = [];
  readonly #segments = new RecordedSegments();
  #failure: unknown;
  #lastSequence: number;
  #segment: SegmentWriter | undefined;
  #cancelFlush: CancelTimer | undefined;
  /** Work of the store in its order: segments end before the index names them. */
  #storeWork: Promise<void> = Promise.resolve();
  #state: "recording" | "ended" = "recording";

  constructor(ports: RecordPorts, options: Required<RecordOptions>, lastSequence: number) {
    this.#ports = ports;
    this.#options = options;
    this.#lastSequence = lastSequence;
    this.#connections = new RecordedConnections((entry) => this.#add(entry));
    this.#words = new FeedWords((entry) => this.#add(entry));
  }

  tap(open: OpenSocket): OpenSocket {
    return tapSockets(open, { connections: this.#connections, words: this.#words }, () => this.#now());
  }

  /** A file may fail after it took what was appended. */
  get failure(): unknown {
    const { failure } = this.#segments;
    if (failure !== undefined && this.#failure === undefined) {
      this.#fail(failure);
    }
    return this.#failure;
  }

  statistics(): RecordingStatistics {
    const { segments, frames, bytes } = this.#segments.statistics();
    return { segments, frames, bytes, withheld: this.#connections.withheld, feedGaps: this.#words.gaps };
  }

  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#attempt(() => this.#segment?.flush());
  }

  async close(): Promise<void> {
    if (this.#state === "recording") {
      this.#attempt(() => this.#endSegment());
      this.#stop();
    }
    await this.#storeWork;
    if (this.failure !== undefined) {
      throw this.failure;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The instant of an entry in its segment; a full segment is ended here. */
  #now(): RecordedTime {
    const { clock } = this.#ports;
    this.#attempt(() => this.#rotate());
    const startedMs = this.#segment?.header.startedMonotonicMs ?? clock.monotonicMs();
    return { elapsedNs: Math.round((clock.monotonicMs() - startedMs) * 1e6), epochMs: clock.epochMs() };
  }

  #add(entry: ConnectionEntry): void {
    this.#attempt(() => {
      const segment = this.#segment;
      if (segment === undefined) {
        return;
      }
      segment.add(entry);
      this.#cancelFlush ??= this.#ports.clock.after(this.#options.flushAfterMs, () => this.flush());
    });
  }

  #rotate(): void {
    const { maxSegmentBytes, maxSegmentMs } = this.#options;
    const segment = this.#segment;
    if (segment !== undefined) {
      const ageMs = this.#ports.clock.monotonicMs() - segment.header.startedMonotonicMs;
      if (segment.bytes < maxSegmentBytes && ageMs < maxSegmentMs) {
        return;
      }
      this.#endSegment();
    }
    this.#beginSegment();
  }

  #beginSegment(): void {
    const { clock, store, books } = this.#ports;
    const sequence = ++this.#lastSequence;
    const name = segmentName(sequence);
    const startedEpochMs = clock.epochMs();
    const startedMonotonicMs = clock.monotonicMs();
    const { run } = this.#options;
    const header = { kind: "header", run, sequence, startedEpochMs, startedMonotonicMs } as const;
    const segment = new SegmentWriter(header, name, store.create(name), store.crc32);
    this.#segment = segment;
    this.#segments.begun(segment);
    for (const state of this.#connections.states()) {
      segment.add(state);
    }
    for (const doubt of this.#words.standing({ elapsedNs: 0, epochMs: startedEpochMs })) {
      segment.add(doubt);
    }
    const carriers = this.#connections.depthCarriers();
    for (const view of books()) {
      const carrier = carriers.get(view.pair);
      const checkpoint = carrier && checkpointOf(view, carrier.connection, carrier.depth);
      if (checkpoint !== undefined) {
        segment.add(checkpoint);
      }
    }
    // A segment without its checkpoint would be of no use after a crash.
    segment.flush();
  }

  #endSegment(): void {
    const segment = this.#segment;
    if (segment === undefined) {
      return;
    }
    const { clock, store } = this.#ports;
    const { name, header, frames } = segment;
    const endedEpochMs = clock.epochMs();
    const elapsedNs = Math.round((clock.monotonicMs() - header.startedMonotonicMs) * 1e6);
    // In a block of its own: whatever was damaged before it does not pass for torn.
    segment.endBlock();
    segment.add({ kind: "end", elapsedNs, epochMs: endedEpochMs, frames });
    const closed = segment.close();
    const { run, sequence, startedEpochMs } = header;
    const { bytes } = segment;
    this.#segment = undefined;
    const [partName, part] = this.#indexed({ name, sequence, run, startedEpochMs, endedEpochMs, bytes, frames });
    this.#storeWork = this.#storeWork
      .then(() => closed)
      .then(() => this.#segments.settled(segment))
      .then(() => store.replace(partName, part))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Adds a segment to the index. Returns the name and the content of the part in which it stands. */
  #indexed(segment: SegmentInfo): readonly [name: string, content: Uint8Array] {
    const isFull = this.#indexPart.length >= segmentsPerIndexPart;
    this.#indexPart = [...(isFull ? [] : this.#indexPart), segment];
    const { sequence } = this.#indexPart[0] ?? segment;
    return [indexPartName(sequence), encodeIndex(this.#indexPart)];
  }

  /** A store that fails must not stop the sockets. */
  #attempt(work: () => void): void {
    if (this.#state === "ended") {
      return;
    }
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stop();
    this.#ports.logger?.log("error", "recording-failed", { frames: this.#segments.statistics().frames });
  }

  #stop(): void {
    this.#state = "ended";
    this.#segment?.abandon();
    this.#segment = undefined;
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
  }
}
