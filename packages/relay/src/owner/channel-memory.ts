import type { PushEvent, PushedKline } from "@depthwire/core/internal";
import type { Deal, Pair } from "@depthwire/schema";
import type { FrameCodec } from "../frames/frame-codec.js";

/** Trades and candles that are remembered: as many as the venue's own first list has. */
const maxDeals = 100;
const maxKlines = 300;

/** The newest that a channel besides books has told: what who joins gets first, as from the venue. */
export class ChannelMemory {
  readonly #channel: string;
  readonly #codec: FrameCodec;
  #epoch = 0;
  #pair: Pair | undefined;
  /** Oldest first. */
  #deals: Deal[] = [];
  #klines: PushedKline[] = [];
  #ticker: Uint8Array | undefined;

  /** @param channel as the protocol writes it */
  constructor(channel: string, codec: FrameCodec) {
    this.#channel = channel;
    this.#codec = codec;
  }

  /** The owner's epoch of the channel; 0 before the first message. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Remembers an event. What came before a place where something may be missing is forgotten: no list has a hole inside. */
  take(event: PushEvent, epoch: number, bytes: Uint8Array): void {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#deals = [];
      this.#klines = [];
    }
    switch (event.kind) {
      case "deals":
        this.#pair = event.pair;
        this.#takeDeals(event.deals.toReversed(), event.dataKind === "full");
        break;
      case "klines":
        this.#takeKlines(event.klines, event.dataKind === "full");
        break;
      case "ticker":
        this.#ticker = bytes.slice();
        break;
      case "depth":
      case "private":
        break;
    }
  }

  /** Everything as one frame of the venue; empty while there is nothing. */
  frame(): Uint8Array {
    if (this.#pair !== undefined && this.#deals.length > 0) {
      return this.#codec.deals(this.#channel, this.#pair, this.#deals.toReversed());
    }
    if (this.#klines.length > 0) {
      return this.#codec.klines(this.#channel, this.#klines);
    }
    return this.#ticker ?? new Uint8Array(0);
  }

  #takeDeals(deals: readonly Deal[], isWhole: boolean): void {
    this.#deals = isWhole ? [...deals] : this.#deals;
    if (!isWhole) {
      this.#deals.push(...deals);
    }
    // Rarely, so that it costs little for each.
    if (this.#deals.length > 2 * maxDeals) {
      this.#deals = this.#deals.slice(-maxDeals);
    }
  }

  #takeKlines(klines: readonly PushedKline[], isWhole: boolean): void {
    if (isWhole) {
      this.#klines = klines.toSorted((one, other) => one.openedAtMs - other.openedAtMs);
      return;
    }
    for (const kline of klines) {
      const at = this.#klines.findLastIndex(({ openedAtMs }) => openedAtMs <= kline.openedAtMs);
      const isKnown = this.#klines[at]?.openedAtMs === kline.openedAtMs;
      this.#klines.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, kline);
    }
    if (this.#klines.length > 2 * maxKlines) {
      this.#klines = this.#klines.slice(-maxKlines);
    }
  }
}
