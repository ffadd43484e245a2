import type { FromShard, ShardConfig, ToShard } from "../shard/shard-messages.js";

/** What a shard's thread reports to its host. */
export interface ShardThreadHandlers {
  message(message: FromShard): void;
  /** The thread ended, by crash or by {@link ShardThread.end}. Called once. */
  ended(cause: string): void;
}

/** One thread that runs one shard. */
export interface ShardThread {
  post(message: ToShard): void;
  /** Ends the thread even when it hangs. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a thread with plain data: no credential, function or signal crosses it. */
export type StartShardThread = (config: ShardConfig, handlers: ShardThreadHandlers) => ShardThread;
