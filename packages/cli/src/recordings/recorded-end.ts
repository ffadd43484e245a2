import { crc32 } from "node:zlib";
import {
  createEngine,
  createInflate,
  openDirectoryStore,
  replay as openReplay,
  RecordingError,
  replayEngineOptions,
} from "@depthwire/node";
import { openRecording, type RecordingStore } from "@depthwire/recording";
import {
  channelsNamedIn,
  isDoubt,
  recordedChannelOf,
  SegmentReader,
  snapshotFrameOf,
} from "@depthwire/recording/internal";
import { FrameReader } from "../frames/frame-reader.js";
import type { ChannelDialect, NamedChannel } from "../venue/known-channel.js";

/** How far a recording goes in one channel. */
export interface RecordedEnd {
  /** Its last frames, in order. */
  readonly frames: readonly Uint8Array[];
  /** When the last one was recorded, epoch milliseconds of the recorder's clock. */
  readonly recordedAtMs: number;
  /** When the recording ended, by the same clock. */
  readonly endedAtMs: number;
  /** The book behind it, as a snapshot frame; empty for another channel. Undefined for a book that was not whole, and where no frame was found. */
  readonly state: Uint8Array | undefined;
}

/** Segments that are read from the end in any case: a book that was not live when one began is in the one before. */
const lastSegments = 3;
/** Frames of each channel that are kept, so that one which is not the only one of its kind is found. */
const lastFrames = 8;
/** A book that was cut off, or that its feed had in doubt, holds what it had. */
const wholeReasons: ReadonlySet<string | undefined> = new Set([undefined, "disconnected", "closed"]);

const msPerMinute = 60_000;

/**
 * Finds how far a recording goes, by channel as it stands on the wire. Empty where there is no recording. A channel that was subscribed to stands here although
 * no frame of it is found: it is not one that was never recorded. So does every channel of a recording that cannot be read.
 *
 * @param channels that are asked for; others are passed over
 * @param minutes before its end in which a quiet channel is looked for
 */
export async function recordedEnds(
  directory: string,
  channels: readonly NamedChannel[],
  dialect: ChannelDialect,
  minutes: number,
): Promise<ReadonlyMap<string, RecordedEnd>> {
  try {
    const store = await openDirectoryStore(directory);
    return await endsIn(store, channels, dialect, minutes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "recording-absent") {
      return new Map();
    }
    if (error instanceof RecordingError) {
      return new Map(channels.map(({ channel }) => [channel, lostEnd(0)]));
    }
    throw error;
  }
}

/** Of a channel that was recorded, and nobody knows how far. */
function lostEnd(endedAtMs: number): RecordedEnd {
  return { frames: [], recordedAtMs: 0, endedAtMs, state: undefined };
}

async function endsIn(
  store: RecordingStore,
  channels: readonly NamedChannel[],
  dialect: ChannelDialect,
  minutes: number,
): Promise<ReadonlyMap<string, RecordedEnd>> {
  const segments = await openRecording(store);
  const tails = new Tails(new Set(channels.map(({ channel }) => channel)));
  const last = segments.slice(-lastSegments);
  for (const { name, bytes } of last) {
    tails.read(await store.read(name, 0, bytes), name);
  }
  let [first] = last;
  if (first === undefined) {
    return new Map();
  }
  for (const earlier of segments.slice(0, -lastSegments).reverse()) {
    if (tails.missing.size === 0 || tails.endedAtMs - earlier.endedEpochMs > minutes * msPerMinute) {
      break;
    }
    first = earlier;
    tails.readEarlier(await store.read(earlier.name, 0, earlier.bytes), earlier.name);
  }
  const depth = channels.filter(({ kind, channel }) => kind === "depth" && tails.byChannel.has(channel));
  const states = await statesBehind(store, depth, dialect, { from: first.startedEpochMs, until: tails.lastMs });
  const ends = [...tails.byChannel].map(([channel, tail]): [string, RecordedEnd] => {
    const isBook = channels.some((one) => one.channel === channel && one.kind === "depth");
    return [channel, { ...tail, endedAtMs: tails.endedAtMs, state: isBook ? states.get(channel) : new Uint8Array(0) }];
  });
  const lost = [...tails.missing].map((channel): [string, RecordedEnd] => [channel, lostEnd(tails.endedAtMs)]);
  return new Map([...ends, ...lost]);
}

/** The last frames of each channel. */
class Tails {
  readonly byChannel = new Map<string, { frames: Uint8Array[]; recordedAtMs: number }>();
  lastMs = 0;
  endedAtMs = 0;
  readonly #wanted: ReadonlySet<string>;
  readonly #subscribed = new Set<string>();
  readonly #reader = new FrameReader();

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** Channels that were subscribed to and of which there is no frame. */
  get missing(): ReadonlySet<string> {
    return new Set([...this.#subscribed].filter((channel) => !this.byChannel.has(channel)));
  }

  /** What is torn off at the end was never recorded. */
  read(bytes: Uint8Array, name: string): void {
    const reader = new SegmentReader(bytes, name, crc32);
    for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
      this.endedAtMs = "epochMs" in entry ? entry.epochMs : this.endedAtMs;
      if (entry.kind === "inbound") {
        this.#add(entry.frame, entry.epochMs);
      }
      for (const channel of channelsNamedIn(entry).filter((one) => this.#wanted.has(one))) {
        this.#subscribed.add(channel);
      }
    }
  }

  /** Takes the missing channels out of a segment before those that were read. */
  readEarlier(bytes: Uint8Array, name: string): void {
    const earlier = new Tails(this.missing);
    earlier.read(bytes, name);
    for (const [channel, tail] of earlier.byChannel) {
      this.byChannel.set(channel, tail);
    }
    this.lastMs = Math.max(this.lastMs, earlier.lastMs);
  }

  #add(frame: Uint8Array, epochMs: number): void {
    const [message] = this.#reader.read(frame).messages;
    if (message === undefined || !this.#wanted.has(message.channel)) {
      return;
    }
    this.lastMs = Math.max(this.lastMs, epochMs);
    const tail = this.byChannel.get(message.channel) ?? { frames: [], recordedAtMs: 0 };
    this.byChannel.set(message.channel, tail);
    tail.recordedAtMs = epochMs;
    tail.frames.push(frame);
    if (tail.frames.length > lastFrames) {
      tail.frames.shift();
    }
  }
}

/** Plays the end of the recording, and takes the books that come of it. */
async function statesBehind(
  store: RecordingStore,
  depth: readonly NamedChannel[],
  dialect: ChannelDialect,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const player = await openReplay(store, { from });
  const { clock, openSocket } = player.ports;
  const engine = createEngine(
    { ...replayEngineOptions, protocol: dialect.protocol, serviceName: dialect.serviceName },
    { clock, random: () => 0, shard: { openSocket, createInflate: () => createInflate() } },
  );
  try {
    const books = depth.map(({ channel, pair }) => ({ channel, book: engine.book(pair) }));
    await player.run({ until, conflate: true });
    const states = new Map<string, Uint8Array>();
    for (const { channel, book } of books) {
      const { latest } = book;
      const named = recordedChannelOf(channel);
      const isWhole = latest.epoch > 0 && (wholeReasons.has(latest.reason) || isDoubt(latest.reason));
      const frame = named !== undefined && isWhole ? snapshotFrameOf(latest, named) : undefined;
      if (frame !== undefined) {
        states.set(channel, frame);
      }
    }
    return states;
  } finally {
    await engine.close();
  }
}
