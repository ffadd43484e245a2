import { DepthSection, DepthSink } from "@depthwire/core/internal";
import { changesBetween, type VenueBook } from "./venue-books.js";

/** What is wrong with a message that is delivered so, beside what it says. */
export type Flaw = "ambiguous" | "unknown" | "crossed" | "unnumbered" | "overflow" | "conflicting";

/** What can be wrong with messages of each kind. */
export const flawsOf: Readonly<Record<DepthSink["kind"], readonly Flaw[]>> = {
  snapshot: ["overflow", "crossed"],
  update: ["ambiguous", "unknown", "crossed", "unnumbered", "overflow"],
};

/** A message about a book as its decoder hands it on, written by hand. */
export class DepthMessage {
  readonly sink: DepthSink = new DepthSink(8);

  begin(kind: DepthSink["kind"], seq: number, updatedAtMs: number): void {
    this.sink.clear();
    this.sink.kind = kind;
    this.sink.seq = seq;
    this.sink.updatedAtMs = updatedAtMs;
  }

  setAll({ asks, bids }: VenueBook): void {
    for (const [price, quantity] of asks) {
      this.#set(DepthSection.askSet, price, quantity);
    }
    for (const [price, quantity] of bids) {
      this.#set(DepthSection.bidSet, price, quantity);
    }
  }

  setChanges(from: VenueBook, to: VenueBook): void {
    for (const { section, price, quantity } of changesBetween(from, to)) {
      this.#set(section, price, quantity);
    }
  }

  spoil(flaw: Flaw | undefined): void {
    switch (flaw) {
      case "ambiguous":
        this.#set(DepthSection.askSet, 8, 1);
        this.#set(DepthSection.askDelete, 8, 1);
        return;
      case "unknown":
        this.#set(DepthSection.bidDelete, 1, 1);
        return;
      case "crossed":
        this.#set(DepthSection.bidSet, 9, 1);
        return;
      case "overflow":
        for (const price of [6, 7, 8, 9]) {
          this.#set(DepthSection.askSet, price, 1);
        }
    }
  }

  #set(section: number, price: number, quantity: number): void {
    const { counts, capacity, prices, quantities } = this.sink;
    const row = section * capacity + (counts[section] as number);
    prices[row] = price;
    quantities[row] = quantity;
    counts[section] = (counts[section] as number) + 1;
  }
}
