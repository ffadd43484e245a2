import { type Logger, ValidationError } from "@depthwire/core";
import { emptiestShard } from "../shard/host/assign-shard.js";
import { InlineHost } from "../shard/host/inline-host.js";
import type { ShardHost } from "../shard/host/shard-host.js";
import type { ThreadHostParts } from "../shard/host/thread-host.js";
import type { ThreadPhase } from "../shard/host/thread-supervisor.js";
import type { ShardFeatures } from "../shard/thread/shard-features.js";
import { type ShardStatistics, sumShardStatistics } from "../shard/thread/shard-statistics.js";
import type { ResolvedEngineOptions } from "./engine-options.js";
import type { EnginePorts } from "./engine-ports.js";

/** What shards of an engine can do. */
export interface ShardHostFeatures {
  /** What an inline shard can do. */
  readonly shard: ShardFeatures;
  /** Undefined: shards run inline alone. */
  readonly createThreadHost: CreateThreadHost | undefined;
}

/** Runs a shard in a thread. */
export type CreateThreadHost = (parts: ThreadHostParts) => ShardHost;

/** What {@link ShardHosts} are made of. */
export interface ShardHostsParts {
  readonly options: ResolvedEngineOptions;
  readonly ports: EnginePorts;
  readonly logger: Logger | undefined;
  readonly features: ShardHostFeatures;
}

/** The shards of an engine, in threads or inline. */
export class ShardHosts {
  /** Threads that ended on their own and were replaced. */
  threadsLost = 0;
  readonly #hosts: readonly ShardHost[];
  readonly #logger: Logger | undefined;
  readonly #isListedCode: ShardFeatures["isListedCode"];
  readonly #shardFor: EnginePorts["shardFor"];

  /** @throws ValidationError `option-invalid` */
  constructor(parts: ShardHostsParts) {
    this.#logger = parts.logger;
    this.#shardFor = parts.ports.shardFor;
    this.#isListedCode = parts.features.shard.isListedCode;
    this.#hosts = parts.options.shards === 0 ? [inlineHost(parts)] : this.#threadHosts(parts);
  }

  /** Where something new of a pair goes, and stays. */
  hostFor(pair: string): ShardHost {
    const shard = this.#shardFor?.(pair) ?? emptiestShard(this.#hosts.map(({ load }) => load));
    return this.#hosts[shard % this.#hosts.length] as ShardHost;
  }

  statistics(): ShardStatistics {
    return sumShardStatistics(
      this.#hosts.map((host) => host.statistics()),
      this.#isListedCode,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  #threadHosts({ options, ports, features: { createThreadHost } }: ShardHostsParts): readonly ShardHost[] {
    const { shards, config, threads } = options;
    const { clock, random, startThread, wireTap } = ports;
    if (startThread === undefined || createThreadHost === undefined) {
      throw new ValidationError("option-invalid", { option: "shards", rule: "0 where no threads can be started" });
    }
    if (wireTap !== undefined) {
      throw new ValidationError("option-invalid", { option: "wireTap", rule: "absent where shards are in threads" });
    }
    const onThreadLost = (shard: number, cause: string, phase: ThreadPhase): void => {
      this.threadsLost++;
      this.#logger?.log("error", "shard-thread-lost", { shard, cause, phase });
    };
    return Array.from({ length: shards }, (_, index) =>
      createThreadHost({
        config: { ...config, shard: index },
        watch: threads,
        startThread,
        clock,
        random,
        onThreadLost,
      }),
    );
  }
}

function inlineHost({ options: { config }, ports: { clock, random, shard }, features }: ShardHostsParts): ShardHost {
  return new InlineHost({ ...config, shard: 0 }, { clock, random, ...shard }, features.shard);
}
