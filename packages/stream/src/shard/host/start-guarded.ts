import type { ShardConfig } from "../thread/shard-config.js";
import type { ShardThread, ShardThreadHandlers, StartShardThread } from "./thread.js";

/**
 * Starts a thread whose words count only while it is the current one. A thread that cannot even be started is one that ended.
 *
 * @returns undefined where it could not be started: then `ended` was called
 */
export function startGuarded(
  startThread: StartShardThread,
  config: ShardConfig,
  isCurrent: () => boolean,
  handlers: ShardThreadHandlers,
): ShardThread | undefined {
  const ifCurrent = <Arguments extends readonly unknown[]>(react: (...args: Arguments) => void) => {
    return (...args: Arguments): void => {
      if (isCurrent()) {
        react(...args);
      }
    };
  };
  try {
    return startThread(config, { message: ifCurrent(handlers.message), ended: ifCurrent(handlers.ended) });
  } catch (error) {
    handlers.ended(error instanceof Error ? error.message : "the thread could not be started");
    return undefined;
  }
}
