import type { FromShard, ShardConfig, ToShard } from "../thread/shard-messages.js";

/** What a shard's thread reports to its host. */
export interface ShardThreadHandlers {
  message(message: FromShard): void;
  /** The thread ended, by crash or by {@link ShardThread.end}. Called once. */
  ended(cause: string): void;
}

/** One thread that runs one shard. */
export interface ShardThread {
  post(message: ToShard): void;
  /**
   * A word in memory that the thread shares and raises every 25 ms once it has answered its first message; 0 before that.
   * Absent where no memory can be shared: then the thread is watched by messages alone, which takes longer.
   */
  pulse?(): number;
  /** Ends the thread even when it hangs. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a thread with plain data: no credential, function or signal crosses it. */
export type StartShardThread = (config: ShardConfig, handlers: ShardThreadHandlers) => ShardThread;
