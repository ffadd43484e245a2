import type { DoubtReason } from "@depthwire/book/internal";
import type { PushEvent } from "@depthwire/core/internal";
import type { ChannelKind } from "@depthwire/schema";
import type { streamTypes } from "@depthwire/stream";
import type { ChannelMessage } from "../frames/frame-reader.js";
import { shortChannelName } from "../venue/known-channel.js";
import { RowSums } from "./exact-sum.js";

/** Whether a step of `seq` above 1 is a loss. */
export type SequencePolicy = "contiguous" | "monotonic";

/** What a recording holds of one channel. Times are epoch milliseconds; undefined where nothing came. */
export interface ChannelCounts {
  /** As it stands on the wire. */
  readonly channel: string;
  readonly kind: ChannelKind;
  readonly pair: string;
  readonly period: string;
  /** Messages, whatever they hold. */
  readonly frames: number;
  /** Messages of a book that hold the whole of it. */
  readonly snapshots: number;
  /** Messages that hold changes. */
  readonly updates: number;
  /** Rows of books: levels of snapshots, and levels that were set, changed or removed. */
  readonly levels: number;
  readonly deals: number;
  readonly klines: number;
  /** Rows of the account's own trades. */
  readonly fills: number;
  /** Messages whose content cannot be read. */
  readonly unreadable: number;
  /** How often something is known to be missing. */
  readonly gaps: number;
  /** When the first and the last message came in, by the recorder's wall clock. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  /** The venue's own times of the first and the last message that has one. */
  readonly firstVenueMs: number | undefined;
  readonly lastVenueMs: number | undefined;
  /** Over all rows of levels, deals or fills; of a removed level the price alone; of candles closing price and volume. */
  readonly sums: { readonly price: string; readonly quantity: string; readonly notional: string };
}

/** A time in which something of a channel is known to be missing. */
export interface RecordedGap {
  readonly channel: string;
  readonly pair: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: RecordedGapReason;
}

/**
 * Why something is missing: the connection ended, numbers of a book are missing, nobody recorded, or what the channel's feed said, which is a
 * key of `bookReasons` or a `StreamGapReason`.
 */
export type RecordedGapReason =
  | "connection-lost"
  | "sequence"
  | "not-recorded"
  | DoubtReason
  | streamTypes.MissedMessages["reason"];

type DepthSides = {
  readonly asks?: readonly Row[] | null | undefined;
  readonly bids?: readonly Row[] | null | undefined;
};
/** Something is missing, until the next message comes, or until the feed says that all is right again. */
interface Break {
  readonly atMs: number;
  readonly reason: RecordedGapReason;
  readonly until: "message" | "word";
  /** What the feed said is a gap whatever comes behind it. */
  readonly by: "feed" | "recording";
}
type Row = { readonly price: string; readonly quantity: string };

/** Counts what one channel says. */
export class ChannelCount {
  readonly short: string;
  #frames = 0;
  #snapshots = 0;
  #updates = 0;
  #levels = 0;
  #deals = 0;
  #klines = 0;
  #fills = 0;
  #unreadable = 0;
  #gaps = 0;
  #firstMs: number | undefined;
  #lastMs: number | undefined;
  #firstVenueMs: number | undefined;
  #lastVenueMs: number | undefined;
  /** Of the book, within one subscription; undefined where the next message begins it. */
  #seq: number | undefined;
  /** The same before the present break; undefined where nothing is broken. */
  #seqBeforeBreak: number | undefined;
  /** Since when nothing came, and why; undefined while nothing is missing. */
  #broken: Break | undefined;
  /** When the last gap ended. */
  #gapEndMs = 0;
  readonly #name: Pick<ChannelMessage, "channel" | "kind" | "pair" | "period">;
  readonly #sums = new RowSums();
  readonly #policy: SequencePolicy;
  readonly #onGap: (gap: RecordedGap) => void;

  constructor(
    { channel, kind, pair, period }: Pick<ChannelMessage, "channel" | "kind" | "pair" | "period">,
    policy: SequencePolicy,
    onGap: (gap: RecordedGap) => void,
  ) {
    this.#name = { channel, kind, pair, period };
    this.short = shortChannelName({ kind, pair, period });
    this.#policy = policy;
    this.#onGap = onGap;
  }

  /** From here on messages are missing, until the next one comes. */
  breakOff(atMs: number, reason: RecordedGapReason): void {
    if (this.#lastMs !== undefined) {
      this.#broken = { ...(this.#broken ?? { atMs, reason, by: "recording" }), until: "message" };
    }
    this.#seqBeforeBreak ??= this.#seq;
    this.#seq = undefined;
  }

  /** The channel's feed has it in doubt: before its first message nothing is missing. */
  doubt(fromMs: number | undefined, reason: RecordedGapReason): void {
    if (fromMs !== undefined) {
      this.#broken ??= { atMs: fromMs, reason, until: "word", by: "feed" };
    }
  }

  /** The channel's feed has it in doubt no longer. */
  trust(atMs: number): void {
    if (this.#broken?.until === "word") {
      this.#gap(this.#broken.atMs, atMs, this.#broken.reason);
      this.#broken = undefined;
    }
  }

  /** The channel's feed says what is missing before the next message; a snapshot is then of another connection. */
  miss(fromMs: number, atMs: number, reason: RecordedGapReason): void {
    this.#seqBeforeBreak = undefined;
    this.#seq = undefined;
    if (this.#broken === undefined && fromMs >= this.#gapEndMs) {
      this.#gap(fromMs, atMs, reason);
    }
  }

  /** Nothing comes any more: what the feed had in doubt is missing up to here. The end of a recording alone is no gap. */
  end(atMs: number): void {
    if (this.#broken?.by === "feed") {
      this.#gap(this.#broken.atMs, atMs, this.#broken.reason);
      this.#broken = undefined;
    }
  }

  /** Takes one message in. */
  add(message: ChannelMessage, atMs: number): void {
    this.#frames++;
    this.#firstMs ??= atMs;
    try {
      const event = message.event();
      this.#endBreak(event, atMs);
      this.#addEvent(event, atMs);
    } catch {
      this.#endBreak(undefined, atMs);
      this.#unreadable++;
    }
    this.#lastMs = atMs;
  }

  /** A book that goes on with the very state that it broke off with missed nothing. */
  #endBreak(event: PushEvent | undefined, atMs: number): void {
    const broken = this.#broken;
    if (broken?.until === "word") {
      return;
    }
    const before = this.#seqBeforeBreak;
    this.#broken = undefined;
    this.#seqBeforeBreak = undefined;
    const goesOn =
      this.#policy === "contiguous" &&
      event?.kind === "depth" &&
      event.depth.kind === "snapshot" &&
      event.depth.seq === before;
    if (broken !== undefined && (broken.by === "feed" || !goesOn)) {
      this.#gap(broken.atMs, atMs, broken.reason);
    }
  }

  /** What it came to. */
  counts(): ChannelCounts {
    return {
      ...this.#name,
      frames: this.#frames,
      snapshots: this.#snapshots,
      updates: this.#updates,
      levels: this.#levels,
      deals: this.#deals,
      klines: this.#klines,
      fills: this.#fills,
      unreadable: this.#unreadable,
      gaps: this.#gaps,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      firstVenueMs: this.#firstVenueMs,
      lastVenueMs: this.#lastVenueMs,
      sums: this.#sums.toJSON(),
    };
  }

  #addEvent(event: PushEvent, atMs: number): void {
    switch (event.kind) {
      case "depth":
        this.#addDepth(event.depth, atMs);
        break;
      case "deals":
        this.#updates += event.dataKind === "incremental" ? 1 : 0;
        for (const { price, quantity, tradedAtMs } of event.deals) {
          this.#deals++;
          this.#sums.add(price, quantity);
          this.#noteVenueTime(tradedAtMs);
        }
        break;
      case "klines":
        this.#updates += event.dataKind === "incremental" ? 1 : 0;
        for (const { closePrice, volume, openedAtMs } of event.klines) {
          this.#klines++;
          this.#sums.add(closePrice, volume);
          this.#noteVenueTime(openedAtMs);
        }
        break;
      case "ticker":
        this.#updates++;
        this.#noteVenueTime(event.ticker.updatedAtMs);
        break;
      case "private":
        this.#updates++;
        if (event.event.kind === "fill") {
          const { dealPrice, dealQuantity } = event.event.value;
          this.#fills++;
          this.#sums.add(dealPrice, dealQuantity ?? "0");
        }
    }
  }

  #addDepth(depth: Extract<PushEvent, { readonly kind: "depth" }>["depth"], atMs: number): void {
    this.#noteVenueTime(depth.updatedAtMs);
    if (depth.kind === "snapshot") {
      this.#snapshots++;
      this.#addSides(depth);
      this.#seq = depth.seq;
      return;
    }
    this.#updates++;
    this.#addSides(depth.set);
    this.#addSides(depth.modify);
    for (const { price } of rowsOf(depth.delete)) {
      this.#levels++;
      this.#sums.addRemoved(price);
    }
    if (this.#policy === "contiguous" && this.#seq !== undefined && depth.seq > this.#seq + 1) {
      this.#gap(this.#lastMs ?? atMs, atMs, "sequence");
    }
    this.#seq = Math.max(depth.seq, this.#seq ?? depth.seq);
  }

  #addSides(sides: DepthSides | null | undefined): void {
    for (const { price, quantity } of rowsOf(sides)) {
      this.#levels++;
      this.#sums.add(price, quantity);
    }
  }

  #noteVenueTime(atMs: number): void {
    this.#firstVenueMs = Math.min(this.#firstVenueMs ?? atMs, atMs);
    this.#lastVenueMs = Math.max(this.#lastVenueMs ?? atMs, atMs);
  }

  #gap(fromMs: number, toMs: number, reason: RecordedGapReason): void {
    this.#gaps++;
    this.#gapEndMs = toMs;
    const { channel, pair } = this.#name;
    this.#onGap({ channel, pair, fromMs, toMs, reason });
  }
}

function rowsOf(sides: DepthSides | null | undefined): readonly Row[] {
  return [...(sides?.asks ?? []), ...(sides?.bids ?? [])];
}
