import type { BookView } from "@depthwire/book";
import { type BookStream, createEngine, type EngineOptions, type SocketHandlers } from "@depthwire/stream";
import { createZlibInflate, type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { onTestFinished } from "vitest";

type Row = readonly [quantity: string, price: string];
interface Sides {
  readonly asks?: readonly Row[] | null;
  readonly bids?: readonly Row[] | null;
}

/** The payload of a depth message, as a test writes it. */
export interface DepthPayload extends Sides {
  readonly seq?: number;
  readonly add?: Sides | null;
  readonly del?: Sides | null;
  readonly mod?: Sides | null;
}

/** The book of one pair in a real engine, whose venue is the test. */
export class ScriptedBook {
  readonly pair = "4BTC_USDT";
  readonly clock: FakeClock = fakeClock();
  /** One entry for each connection that was opened. */
  readonly sockets: SocketHandlers[] = [];
  /** Texts that the engine sent, oldest first. */
  readonly sent: string[] = [];
  /** Control pings that the engine sent. */
  pings = 0;
  readonly #stream: BookStream;

  constructor(options: Partial<EngineOptions> = {}) {
    const engine = createEngine(
      { addresses: ["ws://venue"], ...options },
      {
        clock: this.clock,
        random: seededRandom(7),
        shard: {
          createInflate: createZlibInflate,
          openSocket: (_address, handlers) => {
            this.sockets.push(handlers);
            return {
              send: (text) => this.sent.push(text),
              ping: () => {
                this.pings += 1;
              },
              close: () => {},
            };
          },
        },
      },
    );
    onTestFinished(() => engine.close());
    this.#stream = engine.book(this.pair);
  }

  get view(): BookView {
    return this.#stream.latest;
  }

  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void> {
    return this.clock.advanceAndSettle(ms);
  }

  /** The newest connection stands. */
  async connected(): Promise<void> {
    await this.pass(0);
    this.sockets.at(-1)?.opened();
    await this.pass(0);
  }

  /** The venue ends the newest connection. */
  async disconnected(): Promise<void> {
    this.sockets.at(-1)?.closed(1006, "ended by the test");
    await this.pass(0);
  }

  /** The venue sends this JSON text, plain. */
  async say(text: string): Promise<void> {
    this.sockets.at(-1)?.message(new TextEncoder().encode(`0${text}`));
    await this.pass(0);
  }

  /** The venue sends a depth message. */
  async push(kind: 0 | 1, payload: DepthPayload): Promise<BookView> {
    const d = { pair: this.pair, ut: 1_000 + (payload.seq ?? 0), ...payload };
    await this.say(JSON.stringify({ topic: `${this.pair}_depth`, t: kind, d }));
    return this.view;
  }
}

/** A book that is live at `seq` 100 with the asks 1 at 101.1, 5 at 102 and the bid 2 at 99. */
export async function liveBook(options: Partial<EngineOptions> = {}): Promise<ScriptedBook> {
  const book = new ScriptedBook(options);
  await book.connected();
  const asks = [
    ["1", "101.1"],
    ["5", "102"],
  ] as const;
  await book.push(0, { seq: 100, asks, bids: [["2", "99"]] });
  return book;
}

/** Both sides as `quantity@price` texts, best first. */
export function levelsOf({ asks, bids }: BookView): { readonly asks: string[]; readonly bids: string[] } {
  const texts = (side: BookView["asks"]): string[] =>
    side.levels().map(({ price, quantity }) => `${quantity}@${price}`);
  return { asks: texts(asks), bids: texts(bids) };
}
