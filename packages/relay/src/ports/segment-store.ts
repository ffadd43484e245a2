/**
 * Where the closed segments of recordings are kept: a directory, a bucket. A recording has a name of its own there, and its files keep theirs; both are
 * plain names, without a separator. Calls reject when the store does not answer.
 */
export interface SegmentStore {
  /**
   * Keeps a file that nothing is added to any more. Who lists sees it whole or not at all, and it is safe once this resolves: then the caller removes its
   * own. The same file again replaces what stands there, since a caller that was killed does not know how far it had come.
   */
  put(recording: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Names of a recording's files, sorted as text; none where the store does not know the recording. */
  list(recording: string): Promise<readonly string[]>;
  /** What a file holds; rejects while it is read where there is none. */
  read(recording: string, name: string): AsyncIterable<Uint8Array>;
}
