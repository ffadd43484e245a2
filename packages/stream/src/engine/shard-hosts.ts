import { type Logger, ValidationError } from "@depthwire/core";
import { emptiestShard } from "../shard/host/assign-shard.js";
import { InlineHost } from "../shard/host/inline-host.js";
import type { ShardHost } from "../shard/host/shard-host.js";
import { ThreadHost } from "../shard/host/thread-host.js";
import type { ThreadPhase } from "../shard/host/thread-supervisor.js";
import { type ShardStatistics, sumStatistics } from "../shard/thread/shard-statistics.js";
import type { ResolvedEngineOptions } from "./engine-options.js";
import type { EnginePorts } from "./engine-ports.js";

/** The shards of an engine, in threads or inline. */
export class ShardHosts {
  /** Threads that ended on their own and were replaced. */
  threadsLost = 0;
  readonly #hosts: readonly ShardHost[];
  readonly #logger: Logger | undefined;

  /** @throws ValidationError `option-invalid` */
  constructor(options: ResolvedEngineOptions, ports: EnginePorts, logger: Logger | undefined) {
    this.#logger = logger;
    this.#hosts = options.shards === 0 ? [inlineHost(options, ports)] : this.#threadHosts(options, ports);
  }

  /** Where something new goes, and stays. */
  get emptiest(): ShardHost {
    return this.#hosts[emptiestShard(this.#hosts.map(({ load }) => load))] as ShardHost;
  }

  statistics(): ShardStatistics {
    return sumStatistics(this.#hosts.map((host) => host.statistics()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  #threadHosts({ shards, config, threads }: ResolvedEngineOptions, ports: EnginePorts): readonly ShardHost[] {
    const { clock, random, startThread, wireTap } = ports;
    if (startThread === undefined) {
      throw new ValidationError("option-invalid", { option: "shards", rule: "0 where no threads can be started" });
    }
    if (wireTap !== undefined) {
      throw new ValidationError("option-invalid", { option: "wireTap", rule: "absent where shards are in threads" });
    }
    const onThreadLost = (shard: number, cause: string, phase: ThreadPhase): void => {
      this.threadsLost++;
      this.#logger?.log("error", "shard-thread-lost", { shard, cause, phase });
    };
    return Array.from(
      { length: shards },
      (_, index) =>
        new ThreadHost({
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

function inlineHost({ config }: ResolvedEngineOptions, { clock, random, shard }: EnginePorts): ShardHost {
  return new InlineHost({ ...config, shard: 0 }, { clock, random, ...shard });
}
