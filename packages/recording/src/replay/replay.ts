import type { LoopWatch } from "@depthwire/account/internal";
import { type Clock, ValidationError } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import { readRecording } from "../segment/open-recording.js";
import type { RecordingEntry } from "../segment/recording-entry.js";
import { RecordingError } from "../segment/recording-error.js";
import type { SegmentInfo } from "../segment/recording-index.js";
import type { RecordingStore } from "../segment/recording-store.js";
import { SegmentReader } from "../segment/segment-reader.js";
import { pauseFor } from "./pause-for.js";
import { type LoopPatience, ReplayLoops } from "./replay-loops.js";
import { ReplayPlayer } from "./replay-player.js";

/** Which part of a recording is replayed. */
export interface ReplayOptions {
  /** Epoch milliseconds, default the beginning. What stands before in the same segment is played without pause. */
  readonly from?: number | undefined;
}

/** How a replay runs. */
export interface ReplayRunOptions {
  /** 1: as it was; 10: ten times as fast. Default: as fast as possible. */
  readonly speed?: number | undefined;
  /** The real clock: needed with a speed. Without one it lets timers of the program run in between. */
  readonly clock?: Clock | undefined;
  /** Pauses before the first entry later than this, epoch milliseconds. */
  readonly until?: number | undefined;
  /** Pauses the replay. */
  readonly signal?: AbortSignal | undefined;
  /**
   * False, the default: nothing is played while a loop over one of the engine's streams works at an item, so loops see every state,
   * as fast as they are. True: loops get what they have time for, and `statistics().viewsConflated` says how many they passed over.
   */
  readonly conflate?: boolean | undefined;
  /** How long a loop may work at one item before it is named as the one that waits, in milliseconds; default 5,000. It takes a clock. */
  readonly patienceMs?: number | undefined;
}

/** A recording that is played into an engine. */
export interface Replay {
  /**
   * What an engine needs in place of the world: `createEngine({ ...replayEngineOptions, ...yours }, { clock, loops, random, shard: { openSocket, … } })`.
   * Books should be asked for before the replay runs; a later one starts with the next snapshot or checkpoint.
   */
  readonly ports: { readonly clock: Clock; readonly openSocket: OpenSocket; readonly loops: LoopWatch };
  /** The segments of the recording, oldest first. */
  readonly segments: readonly SegmentInfo[];
  /**
   * Plays on from where the replay is. One run at a time.
   *
   * @returns why it stopped: the recording is over, `until` is reached, or the signal said so
   * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated`; what came before the damage
   * has been played. `replay-stalled`: a loop did not come back; nothing is lost, and the next run goes on. ValidationError
   * `option-invalid`, also where an engine does not tell of its loops and they are to be waited for
   */
  run(options?: ReplayRunOptions): Promise<"ended" | "until" | "aborted">;
}

/**
 * Opens a recording for replay.
 *
 * @throws RecordingError `recording-absent`, `recording-corrupt`, `recording-version`, `recording-truncated`
 */
export async function replay(store: RecordingStore, { from }: ReplayOptions = {}): Promise<Replay> {
  const segments = await readRecording(store);
  return new StoredReplay(store, segments, from ?? Number.NEGATIVE_INFINITY);
}

const defaultPatienceMs = 5_000;

/** Loops over views get their turn after so many entries, timers of the program after so many more. */
const entriesPerTurn = 32;
const entriesPerBreath = 4_096;
/** Enough for a view to get through a few `await`s. */
const microtasksPerTurn = 8;

class StoredReplay implements Replay {
  readonly ports: Replay["ports"];
  readonly segments: readonly SegmentInfo[];
  readonly #store: RecordingStore;
  readonly #from: number;
  readonly #player: ReplayPlayer;
  readonly #loops = new ReplayLoops();
  #nextSegment: number;
  #reader: SegmentReader | undefined;
  /** Read and not yet played. */
  #entry: RecordingEntry | undefined;

  constructor(store: RecordingStore, segments: readonly SegmentInfo[], from: number) {
    this.#store = store;
    this.segments = segments;
    this.#from = from;
    this.#nextSegment = Math.max(
      0,
      segments.findLastIndex(({ startedEpochMs }) => startedEpochMs <= from),
    );
    this.#player = new ReplayPlayer(segments[this.#nextSegment]?.startedEpochMs ?? 0);
    const { clock, network } = this.#player;
    this.ports = { clock, openSocket: network.openSocket, loops: this.#loops };
  }

  async run(options: ReplayRunOptions = {}): Promise<"ended" | "until" | "aborted"> {
    const { until = Number.POSITIVE_INFINITY, signal, clock } = options;
    const player = this.#player;
    const pace = paceOf(options);
    const patience = this.#patienceOf(options);
    // Sockets that were asked for before stand from now on.
    player.clock.moveTo(player.clock.monotonicMs());
    if (patience !== undefined) {
      await this.#loops.settle(player.clock, patience);
    }
    for (let played = 1; ; played++) {
      const entry = this.#entry ?? this.#reader?.next() ?? (await this.#firstOfNext());
      this.#entry = entry;
      if (entry === undefined) {
        return "ended";
      }
      const atEpochMs = "epochMs" in entry ? entry.epochMs : Number.NEGATIVE_INFINITY;
      if (atEpochMs > until) {
        return "until";
      }
      if (pace !== undefined && atEpochMs >= this.#from) {
        await pace(player.dueMs(entry));
      }
      if (signal?.aborted === true) {
        return "aborted";
      }
      this.#entry = undefined;
      player.play(entry);
      // Waiting for nobody costs as much as reading an entry.
      if (patience !== undefined && this.#loops.areOpen) {
        await this.#loops.settle(player.clock, patience);
      }
      // Waiting for each entry would cost as much as reading it.
      if (played % entriesPerTurn === 0) {
        await turn(played, clock);
      }
    }
  }

  /** Undefined: loops are not waited for. */
  #patienceOf({
    conflate = false,
    patienceMs = defaultPatienceMs,
    clock,
    signal,
  }: ReplayRunOptions): LoopPatience | undefined {
    if (conflate) {
      return undefined;
    }
    if (this.#player.network.hasSockets && !this.#loops.isAttached) {
      const rule = "true, or give the engine the replay's port `loops`, so that they can be waited for";
      throw new ValidationError("option-invalid", { option: "conflate", rule });
    }
    return { clock, patienceMs, signal };
  }

  async #firstOfNext(): Promise<RecordingEntry | undefined> {
    const segment = this.segments[this.#nextSegment];
    if (segment === undefined) {
      return undefined;
    }
    const { name, bytes: expected } = segment;
    const bytes = await this.#store.read(name, 0, expected);
    if (bytes.length < expected) {
      throw new RecordingError("recording-truncated", { file: name, offset: bytes.length });
    }
    this.#nextSegment++;
    this.#reader = new SegmentReader(bytes, name, this.#store.crc32);
    this.#player.startSegment(this.#reader.header);
    return this.#reader.next() ?? (await this.#firstOfNext());
  }
}

function paceOf({ speed, clock, signal }: ReplayRunOptions): ((dueMs: number) => Promise<void>) | undefined {
  if (speed === undefined) {
    return undefined;
  }
  if (!(speed > 0)) {
    throw new ValidationError("option-invalid", { option: "speed", rule: "above 0" });
  }
  if (clock === undefined) {
    throw new ValidationError("option-invalid", { option: "clock", rule: "a clock where there is a speed" });
  }
  let origin: { readonly realMs: number; readonly dueMs: number } | undefined;
  return async (dueMs) => {
    origin ??= { realMs: clock.monotonicMs(), dueMs };
    const waitMs = origin.realMs + (dueMs - origin.dueMs) / speed - clock.monotonicMs();
    if (waitMs > 0) {
      await pauseFor(waitMs, clock, signal);
    }
  };
}

async function turn(played: number, clock: Clock | undefined): Promise<void> {
  if (clock !== undefined && played % entriesPerBreath === 0) {
    await pauseFor(0, clock, undefined);
  }
  for (let microtask = 0; microtask < microtasksPerTurn; microtask++) {
    await Promise.resolve();
  }
}
