import type { TickerOrderFound } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import type { TickerRow } from "@depthwire/schema/internal";
import type { ChannelItem, ChannelStatus, QueuePolicy } from "../shard/channel/channel-item.js";
import type { Board } from "./board.js";

/** The 24-hour figures of a pair as they are known now, and how far that can be relied upon. */
export interface TickerView {
  readonly kind: "ticker";
  readonly pair: Pair;
  /** `live`: what is shown is the newest that the venue sent. So nothing is live before the first ticker of a connection. */
  readonly status: ChannelStatus;
  /** Undefined before the first message. */
  readonly ticker: TickerRow | undefined;
  /** In which of the two known orders its prices in CNY and USD were read. */
  readonly order: TickerOrderFound | undefined;
  /** When it came in, epoch milliseconds; 0 before the first message. */
  readonly receivedAtMs: number;
}

/** Somebody who is shown tickers. */
export interface TickerReader {
  show(view: TickerView): void;
}

/**
 * The ticker of one pair: the newest wins.
 *
 * @spec document 1, Events, Protocol A, Row layouts; field note 16
 */
export class TickerBoard implements Board<TickerReader> {
  readonly policy: QueuePolicy = { kind: "conflate" };
  readonly isBusy = false;
  readonly #readers = new Set<TickerReader>();
  #view: TickerView;

  constructor(pair: Pair) {
    this.#view = { kind: "ticker", pair, status: "connecting", ticker: undefined, order: undefined, receivedAtMs: 0 };
  }

  get view(): TickerView {
    return this.#view;
  }

  receive(item: ChannelItem): void {
    if (item.kind === "status") {
      this.#showStatus(item.status);
    } else if (item.kind === "event" && item.event.kind === "ticker") {
      const { ticker, order } = item.event;
      this.#show({ ...this.#view, status: "live", ticker, order, receivedAtMs: item.receivedAtMs });
    }
  }

  join(reader: TickerReader): void {
    this.#readers.add(reader);
  }

  leave(reader: TickerReader): void {
    this.#readers.delete(reader);
  }

  close(): void {
    this.#readers.clear();
  }

  /** The channel is live with its first message, whatever that is; the ticker is with the first that can be shown. */
  #showStatus(status: ChannelStatus): void {
    if (status !== "live" && status !== this.#view.status) {
      this.#show({ ...this.#view, status });
    }
  }

  #show(view: TickerView): void {
    this.#view = view;
    for (const reader of this.#readers) {
      reader.show(view);
    }
  }
}
