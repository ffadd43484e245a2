import type { FromShard, ShardThread, StartShardThread } from "@depthwire/stream/internal";
import type { TraderParts } from "../programs/trader-parts.js";
import type { Plant } from "./plant.js";

/** The same parts with other threads, where books are kept in some. */
function withThreads(parts: TraderParts, planted: (start: StartShardThread) => StartShardThread): TraderParts {
  const { threads } = parts;
  return threads === undefined
    ? parts
    : { ...parts, threads: { shards: threads.shards, start: planted((config, told) => threads.start(config, told)) } };
}

/** The same parts where the host hears something else than its threads say, or nothing. */
function withWords(parts: TraderParts, hears: (message: FromShard) => FromShard | undefined): TraderParts {
  return withThreads(
    parts,
    (start) => (config, handlers) =>
      start(config, {
        message: (said) => {
          const message = hears(said);
          if (message !== undefined) {
            handlers.message(message);
          }
        },
        ended: (cause) => handlers.ended(cause),
      }),
  );
}

/** A thread with another heartbeat word. */
function withPulse(thread: ShardThread, pulse: (read: () => number) => number): ShardThread {
  const { pulse: read } = thread;
  return read === undefined
    ? thread
    : { post: (message) => thread.post(message), end: () => thread.end(), pulse: () => pulse(read) };
}

/** Faults that stand in for the threads of a trader's books. */
export const threadPlants: readonly Plant[] = [
  {
    name: "thread-end-unheard",
    text: "A host never hears that a thread ended.",
    foundBy: ["threads"],
    within: "threads",
    trader: (parts) =>
      withThreads(
        parts,
        (start) => (config, handlers) =>
          start(config, { message: (message) => handlers.message(message), ended: () => undefined }),
      ),
  },
  {
    name: "pulse-goes-on",
    text: "A heartbeat that was seen once is believed to go on.",
    foundBy: ["threads"],
    within: "threads",
    trader: (parts) =>
      withThreads(parts, (start) => (config, handlers) => {
        let beats = 0;
        return withPulse(start(config, handlers), (read) => {
          beats += read() > 0 ? 1 : 0;
          return beats;
        });
      }),
  },
  {
    name: "news-unheard",
    text: "A loop over a book in a thread is not told that there is a newer state in shared memory.",
    foundBy: ["live"],
    within: "threads",
    trader: (parts) => withWords(parts, (message) => (message.kind === "news" ? undefined : message)),
  },
  {
    name: "states-left-out",
    text: "The first of several states that come from a thread together is lost.",
    foundBy: ["states"],
    within: "threads",
    trader: (parts) =>
      withWords(parts, (message) =>
        message.kind === "states" && message.batch.length > 1 ? { ...message, batch: message.batch.slice(1) } : message,
      ),
  },
];
