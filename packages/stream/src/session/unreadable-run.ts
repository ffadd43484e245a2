/**
 * A connection on which so many messages in a row cannot be read is ended: it speaks something else, or something between harms
 * it all, and the next connection may be sound.
 */
export const maxUnreadableInRow = 16;

/** Counts messages in a row that could not be read. */
export class UnreadableRun {
  #length = 0;

  /** A message was read. */
  end(): void {
    this.#length = 0;
  }

  /** A message could not be read. Returns what the connection is ended with; undefined while it may go on. */
  grow(): string | undefined {
    this.#length++;
    if (this.#length < maxUnreadableInRow) {
      return undefined;
    }
    this.#length = 0;
    return `${maxUnreadableInRow} messages in a row could not be read`;
  }
}
