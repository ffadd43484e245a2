import type { StreamGap } from "@depthwire/account";
import { joinGaps } from "@depthwire/account/internal";
import type { Deal } from "@depthwire/schema";
import type { ChannelEventItem, ChannelItem, ChannelStatusItem, QueuePolicy } from "../shard/channel/channel-item.js";
import { type Board, channelQueue, initialStatus } from "./board.js";
import type { QueuedStream } from "./queued-stream.js";
import { RecentDeals } from "./recent-deals.js";
import type { DealItem, DealUpdate } from "./stream-item.js";

/** A stream of trades, as its board sees it. */
export type DealStream = QueuedStream<DealUpdate>;

/**
 * The trades of one pair, each once. The list at the beginning of each subscription is compared with the delivered trades:
 * new trades follow, and a gap says whether the list reached back far enough.
 *
 * @spec document 1, Events, Protocol A; field notes 15 and 20
 */
export class DealBoard implements Board<DealStream> {
  readonly policy: QueuePolicy = channelQueue;
  readonly isBusy = false;
  readonly #streams = new Set<DealStream>();
  readonly #recent = new RecentDeals();
  #status: ChannelStatusItem = initialStatus;
  /** An interruption of which the next message will tell what it hid. */
  #gap: StreamGap | undefined;
  #receivedAtMs = 0;

  receive(item: ChannelItem): void {
    switch (item.kind) {
      case "status":
        this.#status = item;
        this.#tell([item]);
        break;
      case "gap":
        this.#gap = this.#gap === undefined ? item : joinGaps(this.#gap, item);
        break;
      case "event":
        this.#receiveEvent(item);
        break;
    }
  }

  join(stream: DealStream): void {
    this.#streams.add(stream);
    stream.push(this.#status);
    for (const item of updates(this.#recent.all, "list", this.#receivedAtMs)) {
      stream.push(item);
    }
  }

  leave(stream: DealStream): void {
    this.#streams.delete(stream);
  }

  close(): void {
    this.#streams.clear();
  }

  #receiveEvent({ event, receivedAtMs }: ChannelEventItem): void {
    if (event.kind !== "deals") {
      return;
    }
    this.#receivedAtMs = receivedAtMs;
    const deals = event.deals.toReversed();
    if (event.dataKind === "full") {
      const { fresh, overlaps } = this.#recent.takeList(deals);
      this.#flushGap(overlaps ? "nothing" : "unknown");
      this.#tell(updates(fresh, "list", receivedAtMs));
      return;
    }
    if (this.#flushGap("unknown")) {
      this.#recent.beginAt(deals[0]?.tradedAtMs ?? 0);
    }
    const news = this.#recent.unrepeated(deals);
    this.#recent.add(news);
    this.#tell(updates(news, "live", receivedAtMs));
  }

  /** Whether there was a gap to tell of. */
  #flushGap(missing: "nothing" | "unknown"): boolean {
    if (this.#gap === undefined) {
      return false;
    }
    const gap = gapOf(this.#gap, missing);
    this.#gap = undefined;
    this.#tell([gap]);
    return true;
  }

  #tell(items: readonly DealItem[]): void {
    for (const stream of this.#streams) {
      for (const item of items) {
        stream.push(item);
      }
    }
  }
}

function updates(deals: readonly Deal[], origin: DealUpdate["origin"], receivedAtMs: number): readonly DealUpdate[] {
  return deals.map((deal) => ({ kind: "deal", origin, deal, receivedAtMs }));
}

/** Messages that are known to have been dropped stay missing, unless a list had their trades. */
function gapOf(gap: StreamGap, missing: "nothing" | "unknown"): StreamGap {
  return { ...gap, missing: missing === "unknown" && gap.dropped > 0 ? "something" : missing };
}
