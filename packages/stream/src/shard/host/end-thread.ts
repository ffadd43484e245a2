import type { ShardThread } from "./thread.js";

/** Ends a thread. A thread that cannot be ended is no longer listened to: nothing else can be done. */
export async function endThread(thread: ShardThread | undefined): Promise<void> {
  try {
    await thread?.end();
  } catch {
    // See above.
  }
}
