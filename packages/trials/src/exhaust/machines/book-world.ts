import type { Flaw } from "./depth-message.js";
import type { VenueBook } from "./venue-books.js";

/** What the venue published: a book, its number and its time. */
export interface VenueState {
  readonly book: VenueBook;
  readonly seq: number;
  readonly updatedAtMs: number;
}

/** A message on its way; `state` is the place of the venue's state that it shows or leads to. */
export interface Message {
  readonly kind: "snapshot" | "update";
  readonly state: number;
}

/** What can happen to a book; `book` is the place of the venue's next one. */
export type BookMove =
  | { readonly kind: "publish"; readonly book: number }
  | { readonly kind: "deliver"; readonly flaw?: Flaw }
  | {
      readonly kind:
        | "restart the counter"
        | "lose"
        | "repeat"
        | "swap"
        | "damage"
        | "unasked snapshot"
        | "resubscribe"
        | "disconnect"
        | "reconnect"
        | "renew"
        | "doubt"
        | "trust"
        | "a minute passes";
    };

/** How much happens in one history. */
export interface BookSize {
  /** States that the venue publishes. */
  readonly states: number;
  /** Messages on their way at once. */
  readonly pipe: number;
  /** Things that go wrong. */
  readonly faults: number;
}
