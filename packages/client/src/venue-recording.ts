import type { Logger } from "@depthwire/core";
import { queueTurnEnd } from "@depthwire/core/internal";
import type { RecordingStatistics } from "@depthwire/recording";
import {
  noRecordingStatistics,
  type RecordingReport,
  type ShardRecording,
  type ShardRecordingPorts,
  startRecording,
} from "@depthwire/recording/internal";
import type { OpenSocket, Socket } from "@depthwire/stream";
import type { VenueRecordOptions } from "./venue-options.js";

/** A recording that a venue makes of itself, of all its shards together. */
export interface VenueRecording {
  /** What was recorded so far; by shards in threads, up to a moment ago. */
  statistics(): RecordingStatistics;
  /** Why a part stopped recording: `main`, the caller's own thread, or `shard-0`, `shard-1`, … The books go on. */
  failures(): ReadonlyMap<string, string>;
}

/** Several recordings as one. */
export function joinRecordings(parts: readonly VenueRecording[]): VenueRecording {
  return {
    statistics: () => parts.map((part) => part.statistics()).reduce(added, noRecordingStatistics),
    failures: () => new Map(parts.flatMap((part) => [...part.failures()])),
  };
}

/** Gathers what shards in threads report. A thread that is replaced counts from 0 again: its past is kept. */
export class RecordingReports implements VenueRecording {
  readonly #logger: Logger | undefined;
  readonly #past = new Map<number, RecordingStatistics>();
  readonly #latest = new Map<number, RecordingReport>();

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  /** A shard's thread tells what it has recorded. */
  receive(shard: number, report: RecordingReport): void {
    const former = this.#latest.get(shard);
    if (former !== undefined && report.statistics.bytes < former.statistics.bytes) {
      this.#past.set(shard, added(this.#past.get(shard) ?? noRecordingStatistics, former.statistics));
    }
    if (report.failure !== undefined && report.failure !== former?.failure) {
      this.#logger?.log("error", "recording-failed", { part: `shard-${shard}`, cause: report.failure });
    }
    this.#latest.set(shard, report);
  }

  statistics(): RecordingStatistics {
    const all = [...this.#past.values(), ...[...this.#latest.values()].map(({ statistics }) => statistics)];
    return all.reduce(added, noRecordingStatistics);
  }

  failures(): ReadonlyMap<string, string> {
    const failed = [...this.#latest].filter(([, { failure }]) => failure !== undefined);
    return new Map(failed.map(([shard, { failure }]) => [`shard-${shard}`, failure as string]));
  }
}

/** The recording of connections in the caller's own thread. It is begun while the first of them waits for it. */
export class InlineRecording implements VenueRecording {
  readonly #begun: Promise<ShardRecording>;
  readonly #logger: Logger | undefined;
  #recording: ShardRecording | undefined;

  constructor(options: VenueRecordOptions, ports: ShardRecordingPorts, logger: Logger | undefined) {
    this.#logger = logger;
    this.#begun = this.#begin(options, ports);
  }

  /** The sockets of `open`, recorded: each is opened once the recording stands. */
  tap(open: OpenSocket): OpenSocket {
    let tapped: OpenSocket | undefined;
    return (address, handlers) => {
      if (this.#recording !== undefined) {
        tapped ??= this.#recording.tap(open);
        return tapped(address, handlers);
      }
      const waiting = new WaitingSocket(handlers.closed);
      void this.#begun.then((recording) => {
        tapped ??= recording.tap(open);
        return waiting.open(() => (tapped as OpenSocket)(address, handlers));
      });
      return waiting;
    };
  }

  statistics(): RecordingStatistics {
    return this.#recording?.report().statistics ?? noRecordingStatistics;
  }

  failures(): ReadonlyMap<string, string> {
    const failure = this.#recording?.report().failure;
    return new Map(failure === undefined ? [] : [["main", failure]]);
  }

  /** Ends it: what comes after the call is not in it. Never rejects. */
  async close(): Promise<void> {
    const recording = this.#recording ?? (await this.#begun);
    await recording.close();
  }

  async #begin(options: VenueRecordOptions, ports: ShardRecordingPorts): Promise<ShardRecording> {
    const recording = await startRecording(options, ports);
    const { failure } = recording.report();
    if (failure !== undefined) {
      this.#logger?.log("error", "recording-failed", { part: "main", cause: failure });
    }
    this.#recording = recording;
    return recording;
  }
}

/** A socket that is not opened yet. Nothing can be sent on it; closed before its time, it never is opened. */
class WaitingSocket implements Socket {
  readonly #closed: (code: number, cause: string) => void;
  #socket: Socket | undefined;
  #state: "waiting" | "opened" | "closed" = "waiting";

  constructor(closed: (code: number, cause: string) => void) {
    this.#closed = closed;
  }

  open(open: () => Socket): void {
    if (this.#state === "waiting") {
      this.#state = "opened";
      this.#socket = open();
    }
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  ping(): void {
    this.#socket?.ping();
  }

  close(code: number): void {
    if (this.#state === "waiting") {
      this.#state = "closed";
      queueTurnEnd(() => this.#closed(code, "closed by this side"));
    } else {
      this.#socket?.close(code);
    }
  }
}

function added(one: RecordingStatistics, other: RecordingStatistics): RecordingStatistics {
  return {
    segments: one.segments + other.segments,
    frames: one.frames + other.frames,
    bytes: one.bytes + other.bytes,
    withheld: one.withheld + other.withheld,
    feedGaps: one.feedGaps + other.feedGaps,
  };
}
