import { queueTurnEnd } from "@depthwire/core/internal";
/** Frames one behind the other, each behind its length. It is given away when it is sent. */
export type FrameBatch = ArrayBuffer;

const batchBytes = 65_536;
const framesPerBatch = 64;
/** How many batches may be under way: a reader that does not keep up must not cost memory without bound. */
const maxUnread = 8;
const lengthBytes = 4;

/** Puts frames together into batches, for threads that no memory can be shared with. It never waits. */
export class FrameBatchWriter {
  readonly #send: (batch: FrameBatch) => void;
  /** Frames are put together here; what is sent is a copy, no longer than it has to be. */
  #bytes = new Uint8Array(batchBytes);
  #used = 0;
  #frames = 0;
  #unread = 0;

  /** @param send gives a batch away */
  constructor(send: (batch: FrameBatch) => void) {
    this.#send = send;
  }

  /**
   * Puts a copy of the frame in. It is sent with the sixty-fourth, or with the next {@link FrameBatchWriter.flush}, which
   * follows by itself at the end of the caller's turn.
   *
   * @returns false when too much is under way: the frame was not taken, and may be offered again later
   */
  push(frame: Uint8Array): boolean {
    const needed = lengthBytes + frame.length;
    if (this.#used + needed > this.#bytes.length) {
      this.flush();
    }
    if (this.#unread >= maxUnread) {
      return false;
    }
    if (needed > this.#bytes.length) {
      this.#bytes = new Uint8Array(needed);
    }
    new DataView(this.#bytes.buffer).setUint32(this.#used, frame.length);
    this.#bytes.set(frame, this.#used + lengthBytes);
    this.#used += needed;
    this.#frames++;
    if (this.#frames === 1) {
      queueTurnEnd(this.#flushSoon);
    } else if (this.#frames >= framesPerBatch) {
      this.flush();
    }
    return true;
  }

  /** Sends what was put in. */
  flush(): void {
    if (this.#frames > 0) {
      const batch = this.#bytes.slice(0, this.#used).buffer;
      this.#used = 0;
      this.#frames = 0;
      this.#unread++;
      this.#send(batch);
    }
  }

  /** The oldest batch was read. */
  read(): void {
    this.#unread--;
  }

  readonly #flushSoon = (): void => this.flush();
}

/** Takes the frames of a batch out, in order. */
export function takeBatch(batch: FrameBatch, frame: (bytes: Uint8Array) => void): void {
  const view = new DataView(batch);
  for (let at = 0; at < batch.byteLength; ) {
    const length = view.getUint32(at);
    frame(new Uint8Array(batch, at + lengthBytes, length));
    at += lengthBytes + length;
  }
}
