import { ProtocolError } from "@depthwire/core";
import { queueTurnEnd } from "@depthwire/core/internal";

/** How a {@link createFrameRing | frame ring} is made. */
export interface FrameRingOptions {
  /** Room for so many bytes of frames, rounded up to a power of two; default 1 MiB. A frame may take half of it. */
  readonly bytes?: number | undefined;
}

/** A header has three words that two threads change: each on a cache line of its own. */
const wordsPerLine = 16;
const publishedWord = 0;
const consumedWord = wordsPerLine;
const asleepWord = 2 * wordsPerLine;
const headerWords = 3 * wordsPerLine;
const headerBytes = headerWords * Int32Array.BYTES_PER_ELEMENT;

const defaultBytes = 1_048_576;
const minBytes = 4_096;
const maxBytes = 2 ** 30;
/**
 * Each frame follows its length, and both begin at multiples of eight: bytes that threads share are copied by words where both ends lie so,
 * and one by one elsewhere, which took 69 ns in place of 19 for a frame of 217 bytes.
 */
const alignment = 8;
const lengthBytes = alignment;
/** In place of a length: the rest of the ring is empty, the next frame is at its beginning. */
const skipRest = -1;
/** A store that another thread sees costs as much as copying a frame: so many frames share one. */
const framesPerPublication = 16;
/** Up to this length a loop takes a frame out faster than `set` from a view does. */
const maxLoopedBytes = 512;

/**
 * Memory for frames that one thread puts in and another takes out, in order. Positions count bytes and wrap at 2^32.
 *
 * @throws RangeError where no memory can be shared, or not so much
 */
export function createFrameRing({ bytes = defaultBytes }: FrameRingOptions = {}): SharedArrayBuffer {
  if (!(bytes <= maxBytes)) {
    throw new RangeError(`a frame ring has at most ${maxBytes} bytes`);
  }
  let capacity = minBytes;
  while (capacity < bytes) {
    capacity *= 2;
  }
  return new SharedArrayBuffer(headerBytes + capacity);
}

/** What both ends see of a ring. */
class Ring {
  readonly words: Int32Array;
  /** Lengths stand in some of these words, frames in the others. */
  readonly lengths: Int32Array;
  readonly bytes: Uint8Array;
  readonly capacity: number;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, headerWords);
    this.lengths = new Int32Array(memory, headerBytes);
    this.bytes = new Uint8Array(memory, headerBytes);
    this.capacity = this.bytes.length;
  }
}

/** The end of a ring that frames are put in at. It never waits. */
export class FrameRingWriter {
  readonly #ring: Ring;
  readonly #wake: () => void;
  /** Where the next frame goes, and up to where the other end was told. */
  #written: number;
  #pending = 0;

  /** @param wake told when frames were published while the other end slept: it must be told to take them */
  constructor(memory: SharedArrayBuffer, wake: () => void) {
    this.#ring = new Ring(memory);
    this.#wake = wake;
    this.#written = Atomics.load(this.#ring.words, publishedWord) >>> 0;
  }

  /**
   * Puts a copy of the frame in. It reaches the other end with the sixteenth after the last publication, or with the next
   * {@link FrameRingWriter.flush}, which follows by itself at the end of the caller's turn.
   *
   * @returns false when there is no room: the frame was not taken, and may be offered again later
   * @throws ProtocolError `frame-too-large` for a frame of more than half the ring
   */
  push(frame: Uint8Array): boolean {
    const { words, lengths, bytes, capacity } = this.#ring;
    const needed = lengthBytes + padded(frame.length);
    if (needed > capacity / 2) {
      throw new ProtocolError("frame-too-large", { limit: capacity / 2 - lengthBytes, stage: "frame" });
    }
    const at = this.#written & (capacity - 1);
    const rest = capacity - at;
    const skipped = needed > rest ? rest : 0;
    const used = (this.#written - (Atomics.load(words, consumedWord) >>> 0)) >>> 0;
    if (capacity - used < skipped + needed) {
      this.flush();
      return false;
    }
    if (skipped > 0) {
      lengths[at >>> 2] = skipRest;
    }
    const start = skipped > 0 ? 0 : at;
    lengths[start >>> 2] = frame.length;
    bytes.set(frame, start + lengthBytes);
    this.#written = (this.#written + skipped + needed) >>> 0;
    this.#pending++;
    if (this.#pending === 1) {
      queueTurnEnd(this.#flushSoon);
    } else if (this.#pending >= framesPerPublication) {
      this.flush();
    }
    return true;
  }

  /** Publishes what was put in. */
  flush(): void {
    if (this.#pending === 0) {
      return;
    }
    this.#pending = 0;
    const { words } = this.#ring;
    Atomics.store(words, publishedWord, this.#written | 0);
    if (Atomics.exchange(words, asleepWord, 0) === 1) {
      this.#wake();
    }
  }

  readonly #flushSoon = (): void => this.flush();
}

/** The end of a ring that frames are taken out at. */
export class FrameRingReader {
  readonly #ring: Ring;
  #taken: number;
  #frame: Uint8Array<ArrayBuffer> = new Uint8Array(minBytes);
  /** The same bytes by words, and by length what begins there: a view of each frame's own took 31 ns, and is garbage. */
  readonly #words: Int32Array = new Int32Array(this.#frame.buffer);
  readonly #shortFrames: Uint8Array[] = [];

  constructor(memory: SharedArrayBuffer) {
    this.#ring = new Ring(memory);
    this.#taken = Atomics.load(this.#ring.words, consumedWord) >>> 0;
  }

  /**
   * Takes out up to `most` frames; each is valid during its call only, and its memory is used again: nobody transfers it.
   *
   * @returns how many: fewer than `most` means that the ring is empty
   */
  take(max: number, frame: (bytes: Uint8Array) => void): number {
    const { words } = this.#ring;
    let count = 0;
    while (count < max && this.#taken !== Atomics.load(words, publishedWord) >>> 0) {
      const bytes = this.#next();
      count++;
      if (count % framesPerPublication === 0) {
        Atomics.store(words, consumedWord, this.#taken | 0);
      }
      frame(bytes);
    }
    Atomics.store(words, consumedWord, this.#taken | 0);
    return count;
  }

  /** Goes to sleep: the writer will wake this end. False when there are frames to be taken first. */
  sleep(): boolean {
    const { words } = this.#ring;
    Atomics.store(words, asleepWord, 1);
    if (this.#taken === Atomics.load(words, publishedWord) >>> 0) {
      return true;
    }
    // Either the writer clears the word and wakes this end, or this end clears it and goes on.
    return Atomics.exchange(words, asleepWord, 0) === 0;
  }

  /** A copy: whatever reads the frame may be unable to read shared memory, as TextDecoder is. */
  #next(): Uint8Array {
    const { lengths, bytes, capacity } = this.#ring;
    let at = this.#taken & (capacity - 1);
    if (lengths[at >>> 2] === skipRest) {
      this.#taken = (this.#taken + capacity - at) >>> 0;
      at = 0;
    }
    const length = lengths[at >>> 2] as number;
    const from = at + lengthBytes;
    this.#taken = (this.#taken + lengthBytes + padded(length)) >>> 0;
    if (length <= maxLoopedBytes) {
      return this.#copyShort(from, length);
    }
    if (length > this.#frame.length) {
      this.#frame = new Uint8Array(2 * length);
    }
    this.#frame.set(bytes.subarray(from, from + length));
    return this.#frame.subarray(0, length);
  }

  /** What stands behind the frame up to a whole word is copied, too, and is in no view. */
  #copyShort(from: number, length: number): Uint8Array {
    const words = this.#words;
    const { lengths } = this.#ring;
    const firstWord = from >>> 2;
    const count = (length + 3) >>> 2;
    for (let word = 0; word < count; word++) {
      words[word] = lengths[firstWord + word] as number;
    }
    this.#shortFrames[length] ??= new Uint8Array(words.buffer, 0, length);
    return this.#shortFrames[length];
  }
}

function padded(bytes: number): number {
  return (bytes + alignment - 1) & -alignment;
}
