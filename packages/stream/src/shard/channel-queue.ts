import {
  type ChannelGapItem,
  type ChannelItem,
  type ChannelStatusItem,
  joinChannelGaps,
  type QueuePolicy,
} from "./channel-item.js";

/**
 * What a channel has said and its reader has not taken. Bounded whatever comes: between two messages there is at most one
 * gap and one status, and of messages there are no more than the policy allows.
 */
export class ChannelQueue {
  readonly #policy: QueuePolicy;
  /** Items in order. While messages were dropped, they begin with the gap that counts them. */
  #items: ChannelItem[] = [];
  #events = 0;

  constructor(policy: QueuePolicy) {
    this.#policy = policy;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Adds an item. Returns how many messages were dropped for it. */
  push(item: ChannelItem): number {
    switch (item.kind) {
      case "event":
        return this.#pushEvent(item);
      case "gap":
        this.#pushGap(item);
        return 0;
      case "status":
        this.#pushStatus(item);
        return 0;
    }
  }

  /** Takes everything out, oldest first. */
  take(): readonly ChannelItem[] {
    const items = this.#items;
    this.#items = [];
    this.#events = 0;
    return items;
  }

  #pushEvent(item: ChannelItem): number {
    if (this.#policy.kind === "conflate") {
      const former = this.#items.findIndex(({ kind }) => kind === "event");
      if (former >= 0) {
        this.#items.splice(former, 1);
      }
      this.#items.push(item);
      return 0;
    }
    this.#items.push(item);
    this.#events++;
    return this.#events > this.#policy.limit ? this.#dropOldest() : 0;
  }

  /** Where the newest wins, older ones are not missed. */
  #pushGap(gap: ChannelGapItem): void {
    if (this.#policy.kind === "conflate") {
      return;
    }
    const at = this.#inTail("gap");
    if (at < 0) {
      this.#items.push(gap);
    } else {
      this.#items[at] = joinChannelGaps(this.#items[at] as ChannelGapItem, gap);
    }
  }

  #pushStatus(status: ChannelStatusItem): void {
    const at = this.#inTail("status");
    if (at >= 0) {
      this.#items.splice(at, 1);
    }
    this.#items.push(status);
  }

  /** Where among the items behind the last message one of this kind stands, or -1. */
  #inTail(kind: "gap" | "status"): number {
    let at = this.#items.length - 1;
    while (at >= 0 && this.#items[at]?.kind !== "event" && this.#items[at]?.kind !== kind) {
      at--;
    }
    return this.#items[at]?.kind === kind ? at : -1;
  }

  /** The oldest message goes. What stood around it becomes at most one gap and the latest of the statuses. */
  #dropOldest(): number {
    const oldest = this.#items.findIndex(({ kind }) => kind === "event");
    const next = this.#items.findIndex(({ kind }, index) => index > oldest && kind === "event");
    const passed = this.#items.splice(0, next);
    let gap: ChannelGapItem | undefined;
    let status: ChannelStatusItem | undefined;
    for (const item of passed) {
      if (item.kind === "status") {
        status = item;
      } else {
        const lost = item.kind === "gap" ? item : dropped(item.receivedAtMs);
        gap = gap === undefined ? lost : joinChannelGaps(gap, lost, "overflow");
      }
    }
    this.#items.unshift(...(gap === undefined ? [] : [gap]), ...(status === undefined ? [] : [status]));
    this.#events--;
    return 1;
  }
}

/** A message that came at `atMs` was dropped. */
function dropped(atMs: number): ChannelGapItem {
  return { kind: "gap", fromMs: atMs, toMs: atMs, reason: "overflow", dropped: 1 };
}
