/** Slots of a table that has seen nothing. */
const firstSlots = 2 ** 16;

/**
 * Which states were seen, by 64 bits of their keys: of ten million states two share theirs with a probability of 3 in a million, and then
 * one of them is not looked at. Eight bytes a slot, so that tens of millions fit.
 */
export class SeenStates {
  #slots = new Uint32Array(2 * firstSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Notes a state. Returns whether it is new. */
  add(key: string): boolean {
    let low = 0x9e3779b9;
    let high = 0x85ebca6b;
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index);
      low = Math.imul(low ^ unit, 0x9e3779b1);
      high = Math.imul(high ^ unit, 0x5f356495);
    }
    low = mix(low ^ (high >>> 15));
    // Two zeros mark a free slot.
    high = mix(high ^ (low >>> 13)) || 1;
    const isNew = put(this.#slots, low, high);
    if (isNew && ++this.#size * 2 > this.#slots.length / 2) {
      this.#grow();
    }
    return isNew;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Uint32Array(2 * before.length);
    for (let index = 0; index < before.length; index += 2) {
      const high = before[index + 1] as number;
      if (high !== 0) {
        put(slots, before[index] as number, high);
      }
    }
    this.#slots = slots;
  }
}

/** Puts a pair of words into a table of pairs that has room. Returns whether it was not there. */
function put(slots: Uint32Array, low: number, high: number): boolean {
  const mask = slots.length - 1;
  for (let index = (2 * low) & mask; ; index = (index + 2) & mask) {
    const found = slots[index + 1];
    if (found === 0) {
      slots[index] = low;
      slots[index + 1] = high;
      return true;
    }
    if (found === high && slots[index] === low) {
      return false;
    }
  }
}

/** Spreads each bit over all; the last steps of MurmurHash3. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
