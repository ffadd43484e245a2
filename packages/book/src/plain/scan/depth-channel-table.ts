import type { DepthChannel } from "@depthwire/core/internal";

/**
 * The depth channels of one connection, found by the bytes of their text without making a string.
 * A hash table with open addressing, at most half full; it is rebuilt when it gets too full, and when a channel goes.
 */
export class DepthChannelTable {
  /** The channel of the latest message that was scanned to the end. */
  found: DepthChannel | undefined = undefined;
  #slots: (DepthChannel | undefined)[] = [undefined];
  #mask = 0;
  readonly #byText = new Map<string, DepthChannel>();

  /** Adds a channel, or replaces the one with the same text. */
  add(channel: DepthChannel): void {
    const isNew = !this.#byText.has(channel.text);
    this.#byText.set(channel.text, channel);
    if (isNew && this.#byText.size * 2 <= this.#slots.length) {
      this.#insert(channel);
    } else {
      this.#build();
    }
  }

  /** Takes a channel out. Returns it, or undefined if it was not there. */
  remove(text: string): DepthChannel | undefined {
    const channel = this.#byText.get(text);
    if (channel !== undefined) {
      this.#byText.delete(text);
      this.#build();
      if (this.found === channel) {
        this.found = undefined;
      }
    }
    return channel;
  }

  /** The channel with this text. */
  findByText(text: string): DepthChannel | undefined {
    return this.#byText.get(text);
  }

  /** The channel whose text is `bytes[start, end)`. */
  findByBytes(bytes: Uint8Array, start: number, end: number): DepthChannel | undefined {
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = hashOf(bytes, start, end) & mask;
    for (;;) {
      const channel = slots[slot];
      if (channel === undefined || matches(channel.textBytes, bytes, start, end)) {
        return channel;
      }
      slot = (slot + 1) & mask;
    }
  }

  #build(): void {
    let capacity = 2;
    while (capacity < this.#byText.size * 2) {
      capacity *= 2;
    }
    this.#slots = Array.from<DepthChannel | undefined>({ length: capacity });
    this.#mask = capacity - 1;
    for (const channel of this.#byText.values()) {
      this.#insert(channel);
    }
  }

  #insert(channel: DepthChannel): void {
    const slots = this.#slots;
    let slot = hashOf(channel.textBytes, 0, channel.textBytes.length) & this.#mask;
    while (slots[slot] !== undefined) {
      slot = (slot + 1) & this.#mask;
    }
    slots[slot] = channel;
  }
}

/** A multiplicative hash, its high bits folded into the low ones that the mask keeps. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) {
    hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  }
  return hash ^ (hash >>> 15);
}

function matches(wanted: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== wanted.length) {
    return false;
  }
  for (let at = 0; at < wanted.length; at += 1) {
    if (bytes[start + at] !== wanted[at]) {
      return false;
    }
  }
  return true;
}
