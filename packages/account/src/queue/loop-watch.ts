/** One loop over a stream, as it says so itself. */
export interface WatchedLoop {
  /** It got an item, and has work. */
  got(): void;
  /** It came back for the next item: the one before is finished. */
  asked(): void;
  /** It was left, or its stream is over. */
  ended(): void;
}

/** Hears what the loops over an engine's streams do, so that a replay, which makes the time, can wait for them. */
export interface LoopWatch {
  /** An engine tells of its loops from now on. */
  attached(): void;
  /** A loop began, over what `name` says, such as `book 4BTC_USDT`. */
  opened(name: string): WatchedLoop;
}

/** The iterator, with a watch on the loop over it. */
export function watchLoop<Item>(
  iterator: AsyncIterator<Item, undefined, undefined>,
  watch: LoopWatch | undefined,
  name: string,
): AsyncIterator<Item, undefined, undefined> {
  if (watch === undefined) {
    return iterator;
  }
  const loop = watch.opened(name);
  return {
    next: async () => {
      loop.asked();
      try {
        const result = await iterator.next();
        if (result.done === true) {
          loop.ended();
        } else {
          loop.got();
        }
        return result;
      } catch (reason) {
        loop.ended();
        throw reason;
      }
    },
    return: async () => {
      loop.ended();
      return (await iterator.return?.()) ?? { done: true, value: undefined };
    },
  };
}
