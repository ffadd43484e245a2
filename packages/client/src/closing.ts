import type { Engine } from "@depthwire/stream";
import type { VenueCalls } from "./venue-calls.js";
import type { ShardThreads } from "./venue-ports.js";
import type { InlineRecording } from "./venue-recording.js";

/** What has an end. */
export interface ClosingParts {
  /** The recording of the caller's own thread. */
  readonly own: Pick<InlineRecording, "close"> | undefined;
  readonly threads: Pick<ShardThreads, "endRecordings" | "close"> | undefined;
  readonly engine: Pick<Engine, "close">;
  readonly calls: Pick<VenueCalls, "close"> | undefined;
}

/**
 * Closes a venue when it is called for the first time, or when the signal fires. Recordings end first, while the books still stand, so that the last segment ends
 * with them; then the books, the accounts and calls, and the threads, which carry nothing any more. In the caller's own thread a recording ends in the turn in
 * which the streams do: no loop is given what is not recorded. A thread hears of it a moment later, and must not leave its books before.
 *
 * @returns the same promise each time; it rejects when a recording could not be ended as it should be, and everything else is closed then too
 */
export function closeOnce(
  signal: AbortSignal | undefined,
  { own, threads, engine, calls }: ClosingParts,
): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  const onAbort = (): void => void close();
  const closeAll = async (): Promise<void> => {
    signal?.removeEventListener("abort", onAbort);
    const recordings = own === undefined ? [] : [own.close(), threads?.endRecordings()];
    if (own !== undefined && threads !== undefined) {
      await Promise.allSettled(recordings);
    }
    try {
      await Promise.all([engine.close(), ...recordings]);
    } finally {
      await calls?.close();
      await threads?.close();
    }
  };
  signal?.addEventListener("abort", onAbort);
  return close;
}
