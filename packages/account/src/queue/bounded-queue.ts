/** How a queue is bounded. */
export interface BoundedQueueOptions<Item> {
  /** Most items that wait, of those that `counts` names. */
  readonly limit: number;
  /** Whether an item counts towards the limit. All others never pile up: `standIn` makes few of them. Default: every item. */
  readonly counts?: ((item: Item) => boolean) | undefined;
  /** The items that replace neighbours that leave the queue, oldest first: a few, which do not count. */
  readonly standIn: (items: readonly Item[]) => readonly Item[];
  /**
   * Makes one of the last item that waits and the next, both counted: undefined where both are wanted. It must lose nothing that
   * a reader would miss.
   */
  readonly merge?: ((waiting: Item, next: Item) => Item | undefined) | undefined;
}

/**
 * Items that wait for a slow reader. Beyond the bound the older half is dropped at once and replaced by the items of
 * `standIn`: a reader that stays too slow gets long unbroken runs with few gaps between them, instead of a gap at every step.
 */
export class BoundedQueue<Item> {
  readonly #options: BoundedQueueOptions<Item>;
  #items: Item[] = [];
  #at = 0;
  #counted = 0;

  constructor(options: BoundedQueueOptions<Item>) {
    this.#options = options;
  }

  /** How many items wait that count towards the limit. */
  get length(): number {
    return this.#counted;
  }

  get isEmpty(): boolean {
    return this.#at === this.#items.length;
  }

  /** Adds an item. Returns how many counted items were dropped for it. */
  push(item: Item): number {
    if (!this.#counts(item)) {
      this.#pushAside(item);
      return 0;
    }
    const last = this.isEmpty ? undefined : this.#items.at(-1);
    const merged = last !== undefined && this.#counts(last) ? this.#options.merge?.(last, item) : undefined;
    if (merged !== undefined) {
      this.#items[this.#items.length - 1] = merged;
      return 0;
    }
    this.#items.push(item);
    this.#counted++;
    return this.#counted > this.#options.limit ? this.#dropOlderHalf() : 0;
  }

  /** Takes the oldest item out. */
  take(): Item | undefined {
    if (this.isEmpty) {
      return undefined;
    }
    const item = this.#items[this.#at] as Item;
    this.#at++;
    this.#counted -= this.#counts(item) ? 1 : 0;
    // Moving what is left only when it is at most half keeps the cost of one item constant.
    if (this.#at * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#at);
      this.#at = 0;
    }
    return item;
  }

  /** Takes everything out, oldest first. */
  takeAll(): readonly Item[] {
    const items = this.#at === 0 ? this.#items : this.#items.slice(this.#at);
    this.clear();
    return items;
  }

  clear(): void {
    this.#items = [];
    this.#at = 0;
    this.#counted = 0;
  }

  #counts(item: Item): boolean {
    return this.#options.counts?.(item) ?? true;
  }

  /** Behind the last counted item stands no more than `standIn` makes of everything there. */
  #pushAside(item: Item): void {
    const from = Math.max(this.#at, this.#items.findLastIndex((waiting) => this.#counts(waiting)) + 1);
    const aside = this.#items.splice(from);
    this.#items.push(...this.#options.standIn([...aside, item]));
  }

  /** Leaves the newer half. Earlier replacements among the dropped items go into their replacement too. */
  #dropOlderHalf(): number {
    const dropping = this.#counted - Math.ceil(this.#options.limit / 2);
    let end = this.#at;
    for (let passed = 0; end < this.#items.length; end++) {
      passed += this.#counts(this.#items[end] as Item) ? 1 : 0;
      if (passed > dropping) {
        break;
      }
    }
    const standIn = this.#options.standIn(this.#items.slice(this.#at, end));
    this.#items = [...standIn, ...this.#items.slice(end)];
    this.#at = 0;
    this.#counted -= dropping;
    return dropping;
  }
}
