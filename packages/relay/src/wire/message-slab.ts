import { maxHeaderBytes, type RelayHeader, writeHeader } from "./header.js";

/** Memory for some hundred messages of the usual size. */
const slabBytes = 65_536;

/**
 * Puts headers and frames together. A bus may keep the bytes of a message until it has sent them, so they are never written
 * again; one piece of memory serves many messages, since a piece for each would cost more than all else.
 */
export class MessageSlab {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;

  /** @throws ValidationError `value-invalid` for a number beyond the wire's bounds */
  message(header: RelayHeader, body: Uint8Array): Uint8Array {
    const room = maxHeaderBytes + body.length;
    if (this.#bytes.length - this.#at < room) {
      this.#bytes = new Uint8Array(Math.max(slabBytes, room));
      this.#at = 0;
    }
    const start = this.#at;
    const bodyAt = writeHeader(header, this.#bytes, start);
    this.#bytes.set(body, bodyAt);
    this.#at = bodyAt + body.length;
    return this.#bytes.subarray(start, this.#at);
  }
}
