import { type Clock, ValidationError } from "@depthwire/core";
import type { OpenFeed } from "@depthwire/stream";
import type { ShardPorts } from "@depthwire/stream/internal";

/** A module that the thread of each shard loads: it listens to frames, or has connections of its own, where the books are. */
export interface ShardModuleOptions {
  /** Address of the module, such as `import.meta.resolve` gives. Its default export is a {@link StartShardModule}. */
  readonly url: string;
  /** What it is told: plain data, or memory that threads share. */
  readonly data?: unknown;
}

/** What a thread hands to its module. */
export interface ShardModuleWorld {
  /** Number of the shard, from 0. */
  readonly shard: number;
  readonly clock: Clock;
  /** {@link ShardModuleOptions.data}. */
  readonly data: unknown;
}

/** What a module adds to the shard of its thread. */
export interface ShardModuleParts extends Pick<ShardPorts, "listenToFrames"> {
  /** Connections of the module's own, in place of those to the venue. */
  readonly openFeed?: OpenFeed | undefined;
  /** Ends what it has, before the shard ends. */
  close?(): Promise<void>;
}

/** The default export of a module of shards. While it starts, the shard waits; where it fails, the thread ends and another is tried. */
export type StartShardModule = (world: ShardModuleWorld) => ShardModuleParts | Promise<ShardModuleParts>;

/**
 * Holds the option against how many threads there are.
 *
 * @throws ValidationError `option-invalid`
 */
export function checkShardModule(module: ShardModuleOptions | undefined, shards: number | undefined): void {
  if (module !== undefined && !(shards !== undefined && shards > 0)) {
    throw new ValidationError("option-invalid", { option: "shards", rule: "at least 1 where there is a shardModule" });
  }
  try {
    structuredClone(module?.data);
  } catch (cause) {
    const rule = "plain data, or memory that threads share";
    throw new ValidationError("option-invalid", { option: "shardModule.data", rule }, { cause });
  }
}

/** Loads and starts the module of a thread, if it has one. */
export async function startShardModule(
  module: ShardModuleOptions | undefined,
  world: Omit<ShardModuleWorld, "data">,
): Promise<ShardModuleParts> {
  if (module === undefined) {
    return {};
  }
  const { default: start } = (await import(/* @vite-ignore */ module.url)) as { readonly default: StartShardModule };
  return start({ ...world, data: module.data });
}
