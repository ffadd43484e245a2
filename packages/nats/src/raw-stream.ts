import { RelayError } from "@depthwire/relay";
import type { RelayHeader } from "@depthwire/relay/internal";
import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { nanos } from "@nats-io/nats-core";
import { forbiddenBy } from "./connection-failure.js";
import { ignoringStatus, keptMessages, keptStream, newestKept } from "./kept-messages.js";
import type { NatsBus } from "./nats-bus.js";
import { rawStream } from "./raw-stream-name.js";
import { type KeptFrame, readSoundFrames } from "./sound-frames.js";

const msPerMinute = 60_000;
/** Frames are dropped sooner where they would take more than this: half of what the servers' configuration allows. */
const defaultMaxBytes = { file: 2_147_483_648, memory: 134_217_728 } as const;
const storageTypes = { file: StorageType.File, memory: StorageType.Memory } as const;
/** How far clocks of two hosts may differ before everything that is kept is read. Milliseconds. */
export const clockMarginMs = 30_000;
const streamNotFound = 10_059;

/** What is kept. */
export interface RawStreamOptions {
  /** How long frames are kept. */
  readonly minutes: number;
  /** The oldest are dropped beyond it; default 2 GiB, in memory 128 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * `file` (default) outlives the server. While its disk is full, nats-server 2.9 reads nothing more from whoever publishes: books are not live then. `memory`
   * knows no disk, and is gone with the server. It must be the same for all owners: who starts last decides.
   */
  readonly storage?: "file" | "memory" | undefined;
}

/**
 * Has JetStream keep frames for so many minutes, for readers that were away. What was kept in the other storage is dropped: a stream cannot move.
 *
 * @returns `replaced` where frames were kept in the other storage, and are dropped now
 * @throws RelayError `relay-forbidden`, `relay-store-failed`
 */
export async function keepRawFrames(
  bus: NatsBus,
  { minutes, storage = "file", maxBytes = defaultMaxBytes[storage] }: RawStreamOptions,
): Promise<"kept" | "replaced"> {
  const settings = { max_age: nanos(minutes * msPerMinute), max_bytes: maxBytes };
  return await failingStream(async () => {
    const manager = await keptStream(bus);
    const found = await manager.streams.info(rawStream).catch(ignoringStatus(streamNotFound));
    const isElsewhere = found !== undefined && found.config.storage !== storageTypes[storage];
    if (isElsewhere) {
      // Another owner that starts now may have done it.
      await manager.streams.delete(rawStream).catch(ignoringStatus(streamNotFound));
    }
    if (found === undefined || isElsewhere) {
      await manager.streams.add({
        name: rawStream,
        subjects: ["dw1.*.raw.>"],
        storage: storageTypes[storage],
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
        // Nobody waits for a word that a frame is kept.
        no_ack: true,
        allow_direct: false,
        ...settings,
      });
    } else if (found.config.max_age !== settings.max_age || found.config.max_bytes !== maxBytes) {
      await manager.streams.update(rawStream, settings);
    }
    return isElsewhere ? "replaced" : "kept";
  });
}

/** How far a reader had come with one subject. */
export interface ReadPosition {
  readonly subject: string;
  readonly term: number;
  readonly relaySeq: number;
  /** When it read that, epoch milliseconds of its own clock: a hint where to look, no more. */
  readonly readAtMs: number;
}

/** What a reader was given of what it missed. */
export interface MissedFrames {
  readonly messages: number;
  /** Places where something is missing that is kept no longer: 0 or more. */
  readonly gaps: number;
  /**
   * Kept messages that are not believed: what no owner published, or what was stored twice. Who may read what is kept can have such things stored there. Of
   * two that differ under one number neither is given: a gap.
   */
  readonly spoilt: number;
  /** How far it has come now. */
  readonly term: number;
  readonly relaySeq: number;
}

/**
 * Gives a reader what was published on one subject since it stopped reading, in order, each message once. It ends with what was kept when it began: the
 * reader should have subscribed before, and drop what it has got twice.
 *
 * @param take gets each message with its header, as it was published
 * @throws RelayError `relay-forbidden`, `relay-store-failed`
 */
export function readMissedFrames(
  bus: NatsBus,
  position: ReadPosition,
  take: (message: Uint8Array, header: Readonly<RelayHeader>) => void,
): Promise<MissedFrames> {
  return failingStream(async () => {
    const manager = await keptStream(bus);
    const last = await newestKept(manager, position.subject);
    const reading = new Reading(position, take);
    if (last === undefined) {
      return reading.end("unknown");
    }
    const sinceMs = position.readAtMs - clockMarginMs;
    // Where the clocks disagree by more than the margin, the hint leads too far: then everything that is kept is read.
    for (const from of [sinceMs, undefined]) {
      const range = { subject: position.subject, sinceMs: from, last: last.seq };
      const { frames, spoilt } = await readSoundFrames(keptMessages(bus, manager, range));
      const [first] = frames;
      if (from === undefined || (first !== undefined && !reading.wouldMiss(first.header))) {
        reading.addAll(frames, spoilt);
        break;
      }
    }
    return reading.end("known");
  });
}

/** Puts messages behind a position: each once, and counts where something is missing. */
class Reading {
  readonly #take: (message: Uint8Array, header: Readonly<RelayHeader>) => void;
  #term: number;
  #relaySeq: number;
  #messages = 0;
  #gaps = 0;
  #spoilt = 0;

  constructor({ term, relaySeq }: ReadPosition, take: (message: Uint8Array, header: Readonly<RelayHeader>) => void) {
    this.#take = take;
    this.#term = term;
    this.#relaySeq = relaySeq;
  }

  /** Whether something would be missing before this message. */
  wouldMiss(header: Readonly<RelayHeader>): boolean {
    return isBehind(this.#position, header) && !this.#isNext(header);
  }

  addAll(frames: readonly KeptFrame[], spoilt: number): void {
    this.#spoilt = spoilt;
    for (const { header, message, isLate } of frames) {
      // Former owners are not heard.
      if (!isLate && isBehind(this.#position, header)) {
        this.#gaps += this.#isNext(header) ? 0 : 1;
        this.#term = header.term;
        this.#relaySeq = header.relaySeq;
        this.#messages++;
        this.#take(message, header);
      }
    }
  }

  /** @param newest whether anything is kept of the subject: where nothing is, nobody knows what was missed */
  end(newest: "known" | "unknown"): MissedFrames {
    const gaps = this.#gaps + (newest === "unknown" ? 1 : 0);
    return { messages: this.#messages, gaps, spoilt: this.#spoilt, term: this.#term, relaySeq: this.#relaySeq };
  }

  get #position(): { readonly term: number; readonly relaySeq: number } {
    return { term: this.#term, relaySeq: this.#relaySeq };
  }

  #isNext({ term, relaySeq }: Readonly<RelayHeader>): boolean {
    return term === this.#term ? relaySeq === this.#relaySeq + 1 : relaySeq === 1;
  }
}

/** Whether a position comes before a message. */
function isBehind(
  position: { readonly term: number; readonly relaySeq: number },
  { term, relaySeq }: { readonly term: number; readonly relaySeq: number },
): boolean {
  return term > position.term || (term === position.term && relaySeq > position.relaySeq);
}

/** What went wrong at the stream, as an error with a code. */
export async function failingStream<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    const status = cause instanceof JetStreamApiError ? { status: cause.code } : {};
    throw forbiddenBy(cause) ?? new RelayError("relay-store-failed", { store: rawStream, ...status }, { cause });
  }
}
