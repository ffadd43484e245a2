import { type BookViewData, createInflate } from "@depthwire/book";
import type { Inflate } from "@depthwire/core";
import type { EngineOptions } from "@depthwire/stream";
import {
  type DialectOptions,
  everyShardFeature,
  outboundRecordOf,
  resolveEngineOptions,
  Shard,
  type ShardConfig,
  type ShardPort,
  type ShardStatistics,
  type ShardWorld,
  sumStatistics,
} from "@depthwire/stream/internal";
import { replayEngineOptions } from "../replay/replay-options.js";
import { ReplayPlayer } from "../replay/replay-player.js";
import { depthChannelOf } from "./checkpoint.js";
import type { HostCrc32 } from "./checksum.js";
import type { RecordingEntry } from "./recording-entry.js";
import { SegmentReader } from "./segment-reader.js";

/** How books of a segment are kept: the engine's own options, as plain data. */
export type DecodeSegmentOptions = Pick<EngineOptions, "sequencePolicy" | "sameLevel" | "maxLevels" | "frameLimits"> & {
  /** Name of the segment, for errors. */
  readonly file?: string | undefined;
};

/** The last state of one book in a segment. */
export interface SegmentBook {
  readonly pair: string;
  readonly view: BookViewData;
}

/** What a segment comes to. Plain data, which crosses threads; the views' columns may be transferred. */
export interface DecodedSegment {
  readonly run: string;
  readonly sequence: number;
  readonly startedEpochMs: number;
  readonly endedEpochMs: number;
  /** Inbound frames and their bytes. */
  readonly frames: number;
  readonly frameBytes: number;
  /** Bytes of a torn tail. */
  readonly tornBytes: number;
  /** Statistics of the frames' pipeline, which is the live one. */
  readonly statistics: ShardStatistics;
  /** Books that were subscribed to at the end and had a state, in order of their first mention. */
  readonly books: readonly SegmentBook[];
}

/** What the host of {@link decodeSegment} has. */
export interface DecodeSegmentPorts {
  /** See `RecordingStore.crc32`. */
  readonly crc32?: HostCrc32 | undefined;
}

/**
 * Plays one segment, from its checkpoint to its end, without any other: segments can be decoded at once, each in a thread
 * of its own. Nothing but the arguments is used.
 *
 * @param bytes the whole segment
 * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated`; ValidationError `option-invalid`
 */
export function decodeSegment(
  bytes: Uint8Array,
  options: DecodeSegmentOptions = {},
  { crc32 }: DecodeSegmentPorts = {},
): DecodedSegment {
  const { file, ...rules } = options;
  const { config } = resolveEngineOptions({ ...replayEngineOptions, ...rules });
  const reader = new SegmentReader(bytes, file, crc32);
  const { run, sequence, startedEpochMs } = reader.header;
  const player = new ReplayPlayer(startedEpochMs);
  const books = new SegmentBooks(player, config, createInflate(config.frameLimits));
  player.startSegment(reader.header);
  let endedEpochMs = startedEpochMs;
  let frames = 0;
  let frameBytes = 0;
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    if (entry.kind === "inbound") {
      frames++;
      frameBytes += entry.frame.length;
    } else {
      books.follow(entry);
    }
    if ("epochMs" in entry) {
      endedEpochMs = entry.epochMs;
    }
    player.play(entry);
  }
  const { tornBytes } = reader;
  const result = { run, sequence, startedEpochMs, endedEpochMs, frames, frameBytes, tornBytes };
  return { ...result, statistics: books.statistics(), books: books.states() };
}

/** One shard for each recorded connection, so that no frame is decoded twice and no book shares a foreign connection's fate. */
class SegmentBooks {
  readonly #player: ReplayPlayer;
  readonly #config: Omit<ShardConfig, "shard">;
  readonly #inflate: Inflate;
  readonly #shards = new Map<number, Shard>();
  readonly #places = new Map<string, { readonly shard: Shard; readonly id: number; readonly channel: string }>();

  constructor(player: ReplayPlayer, config: Omit<ShardConfig, "shard">, inflate: Inflate) {
    this.#player = player;
    this.#config = config;
    this.#inflate = inflate;
  }

  /** Subscribes to what a connection subscribed to, before the entry is played. */
  follow(entry: RecordingEntry): void {
    if (entry.kind === "connection") {
      for (const channel of entry.channels) {
        this.#keep(channel, entry.connection);
      }
      this.#player.clock.moveTo(this.#player.clock.monotonicMs());
    } else if (entry.kind === "outbound") {
      const sent = outboundRecordOf(entry.text);
      if (sent.kind === "outbound" && sent.change?.change === "added") {
        this.#keep(sent.change.channel, entry.connection);
        this.#player.clock.moveTo(this.#player.clock.monotonicMs());
      }
    }
  }

  statistics(): ShardStatistics {
    return sumStatistics([...this.#shards.values()].map((shard) => shard.statistics()));
  }

  states(): SegmentBook[] {
    return [...this.#places].flatMap(([pair, { shard, id, channel }]) => {
      const view = shard.books.viewOf(id, Number.POSITIVE_INFINITY, -1);
      return view === undefined || !this.#player.network.isCarried(channel) ? [] : [{ pair, view }];
    });
  }

  #keep(channel: string, connection: number): void {
    const depth = depthChannelOf(channel);
    if (depth === undefined || this.#places.has(depth.pair)) {
      return;
    }
    const { pair, protocol, serviceName } = depth;
    const id = this.#places.size + 1;
    const shard = this.#shards.get(connection) ?? this.#createShard(connection, { protocol, serviceName });
    this.#places.set(pair, { shard, id, channel });
    shard.books.subscribe(id, pair, 0);
  }

  #createShard(connection: number, dialect: DialectOptions): Shard {
    const { clock, network } = this.#player;
    const world: ShardWorld = {
      clock,
      random: () => 0,
      openSocket: network.openSocket,
      createInflate: () => this.#inflate,
    };
    const session = { ...this.#config.session, ...dialect };
    const config = { ...this.#config, session, shard: connection, subscriptionsPerConnection: Number.MAX_SAFE_INTEGER };
    const shard = new Shard(config, world, silentPort, everyShardFeature);
    this.#shards.set(connection, shard);
    return shard;
  }
}

/** Nobody listens: the states are read at the end. */
const silentPort: ShardPort = { post: () => {}, onMessage: () => {} };
