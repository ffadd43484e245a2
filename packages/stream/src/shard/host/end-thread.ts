import type { ShardThread } from "./thread.js";

/** Ends a thread. One that cannot be ended is not heard any more: nothing else can be done about it. */
export async function endThread(thread: ShardThread | undefined): Promise<void> {
  try {
    await thread?.end();
  } catch {
    // See above.
  }
}
