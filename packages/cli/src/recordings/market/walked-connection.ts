import type { DoubtableBook } from "@depthwire/book/internal";
import type { DepthChannel } from "@depthwire/core/internal";
import type { MessageReader } from "@depthwire/stream/internal";
import type { TakenDepth } from "./recorded-market.js";

/** A connection as the recording knows it. */
export interface WalkedConnection {
  readonly id: number;
  /** Of protocol B's channels; undefined for protocol A. */
  serviceName: string | undefined;
  reader: MessageReader | undefined;
  readonly books: Map<string, WalkedBook>;
}

/** A book as one connection carries it. */
export interface WalkedBook {
  readonly pair: string;
  readonly connection: WalkedConnection;
  readonly channel: DepthChannel;
  readonly book: DoubtableBook;
  readonly taken: { -readonly [Key in keyof TakenDepth]: TakenDepth[Key] };
  toldStatus: DoubtableBook["status"] | undefined;
}
