import type { BookView } from "@depthwire/book";
import type { BookStream } from "@depthwire/stream";
import { bookDigest, type DigestedSide } from "./book-digest.js";
import type { ConsumerNote, Showing } from "./member-messages.js";

/** Readings of one state of a live book. */
interface Run {
  readonly epoch: number;
  readonly seq: number;
  fromMs: number;
  untilMs: number;
  digest: string | undefined;
}

/** Reads one book again and again, and follows its views in a loop, as programs do, and writes down what it was shown. */
export class BookReader {
  readonly pair: string;
  readonly #stream: BookStream;
  readonly #write: (note: ConsumerNote) => void;
  #run: Run | undefined;
  readonly #labels: Record<Showing, string> = { reading: "", loop: "" };

  constructor(pair: string, stream: BookStream, write: (note: ConsumerNote) => void) {
    this.pair = pair;
    this.#stream = stream;
    this.#write = write;
  }

  isLive(): boolean {
    return this.#stream.read(1).status === "live";
  }

  /** The moment is from before the question: what is live was so then, or later. */
  read(): void {
    const atMs = Date.now();
    const { status, reason, epoch, seq } = this.#stream.read(1);
    this.#tellLabel("reading", reason ?? status, atMs);
    if (status !== "live") {
      this.tell();
      this.#run = undefined;
    } else if (this.#run?.epoch === epoch && this.#run.seq === seq) {
      this.#run.untilMs = atMs;
    } else {
      this.tell();
      this.#run = { epoch, seq, fromMs: atMs, untilMs: atMs, digest: this.#digestOf(seq) };
    }
  }

  /** Takes each view that a loop is given, until the stream ends. */
  async follow(): Promise<void> {
    for await (const view of this.#stream) {
      const atMs = Date.now();
      const { status, reason, seq } = view;
      this.#tellLabel("loop", reason ?? status, atMs);
      if (status === "live") {
        const digest = digestOfView(view);
        this.#write({ note: "live", by: "loop", pair: this.pair, seq, fromMs: atMs, untilMs: atMs, digest });
      }
    }
  }

  /** Writes down the readings of the present state. */
  tell(): void {
    const run = this.#run;
    if (run !== undefined) {
      const { seq, fromMs, untilMs, digest } = run;
      this.#write({ note: "live", by: "reading", pair: this.pair, seq, fromMs, untilMs, digest });
      run.digest = undefined;
      run.fromMs = untilMs;
    }
  }

  #tellLabel(by: Showing, label: string, atMs: number): void {
    if (label !== this.#labels[by]) {
      this.#labels[by] = label;
      this.#write({ note: "label", by, pair: this.pair, label, atMs });
    }
  }

  #digestOf(seq: number): string | undefined {
    const view = this.#stream.latest;
    return view.status === "live" && view.seq === seq ? digestOfView(view) : undefined;
  }
}

function digestOfView({ asks, bids, priceScale, quantityScale }: BookView): string {
  const sideOf = (side: typeof asks): DigestedSide => ({
    length: side.length,
    price: (index) => side.scaledPrice(index),
    quantity: (index) => side.scaledQuantity(index),
  });
  return `${priceScale}/${quantityScale}/${bookDigest([sideOf(asks), sideOf(bids)], { price: 1, quantity: 1 })}`;
}
