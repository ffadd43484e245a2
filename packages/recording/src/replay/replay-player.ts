import type { RecordingEntry, SegmentHeader } from "../segment/recording-entry.js";
import { ReplayClock } from "./replay-clock.js";
import { ReplayNetwork } from "./replay-network.js";

/** Plays entries in order into the ports of its listener: first moves the clock, then replays the entry. */
export class ReplayPlayer {
  readonly clock: ReplayClock;
  readonly network: ReplayNetwork;
  #header: SegmentHeader | undefined;
  /** Monotonic time of the replay when `elapsedNs` of the present segment is 0. */
  #segmentAtMs = 0;

  constructor(startedEpochMs: number) {
    this.clock = new ReplayClock(startedEpochMs);
    this.network = new ReplayNetwork(this.clock);
  }

  /** Begins the next segment. */
  startSegment(header: SegmentHeader): void {
    const former = this.#header;
    this.#header = header;
    if (former !== undefined && former.run === header.run && former.sequence + 1 === header.sequence) {
      this.#segmentAtMs += header.startedMonotonicMs - former.startedMonotonicMs;
    } else {
      const pauseMs = former === undefined ? 0 : Math.max(0, header.startedEpochMs - this.clock.epochMs());
      this.#segmentAtMs = this.clock.monotonicMs() + pauseMs;
      this.network.cutOff();
    }
    this.#moveTo(0, header.startedEpochMs);
  }

  /** When the entry happens, on the clock of the replay. */
  dueMs(entry: RecordingEntry): number {
    return "elapsedNs" in entry ? this.#segmentAtMs + entry.elapsedNs / 1e6 : this.#segmentAtMs;
  }

  /** Plays one entry. */
  play(entry: RecordingEntry): void {
    switch (entry.kind) {
      case "header":
        break;
      case "connection":
        this.network.restore(entry);
        break;
      case "checkpoint":
        this.#moveTo(0, entry.receivedAtMs);
        this.network.checkpoint(entry);
        break;
      case "end":
        this.#moveTo(entry.elapsedNs, entry.epochMs);
        break;
      default:
        this.#moveTo(entry.elapsedNs, entry.epochMs);
        this.network.play(entry);
        // What the event made due at once happens before the next entry.
        this.clock.moveTo(this.clock.monotonicMs());
    }
  }

  #moveTo(elapsedNs: number, epochMs: number): void {
    this.clock.setEpochMs(epochMs);
    this.clock.moveTo(this.#segmentAtMs + elapsedNs / 1e6);
  }
}
