import { fileURLToPath } from "node:url";
import { createInflate } from "@depthwire/book";
import type { ExchangeEvent } from "@depthwire/exchange";
import { openDirectoryStore } from "@depthwire/node";
import { replay, replayEngineOptions } from "@depthwire/recording";
import type { MarketFeedSink } from "@depthwire/sandbox";
import { createInMemoryExchange, type InMemoryExchange } from "@depthwire/sandbox/in-memory";
import { createEngine } from "@depthwire/stream";
import { expect, it, onTestFinished } from "vitest";
import { tellView } from "./paper.spec-kit.js";

/** A recording of a sandbox in profile `deployed`. */
const directory = fileURLToPath(new URL("../fixtures/deployed", import.meta.url));

const pair = "4BTC_USDT";
const account = 100_001;
const stepMs = 20;

/** Buys at the best bid whenever it has nothing there: it knows the exchange and not where its market comes from. */
function act({ exchange, apply }: InMemoryExchange): void {
  const best = exchange.published(pair)?.window.bids.prices[0];
  const market = exchange.market(pair);
  if (best === undefined || market === undefined) {
    return;
  }
  const order = { kind: "place-order", account, pair, side: "open-long", quantity: market.contractUnit } as const;
  apply({ kind: "cancel-all", account, pair });
  apply({ ...order, type: "limit", price: best });
  apply({ ...order, type: "market" });
}

/** Plays the recording into the engine and its book into an exchange, step by step in the recording's own time. */
async function live(): Promise<readonly ExchangeEvent[]> {
  const player = await replay(await openDirectoryStore(directory));
  const { clock, loops, openSocket } = player.ports;
  const shard = { openSocket, createInflate: () => createInflate() };
  const engine = createEngine(replayEngineOptions, { clock, loops, random: () => 0.5, shard });
  onTestFinished(() => engine.close());
  const book = engine.book(pair);
  let startMs = player.segments[0]?.startedEpochMs ?? 0;
  const sinks: MarketFeedSink[] = [];
  const feed = {
    start: (sink: MarketFeedSink) => {
      sinks.push(sink);
      return () => {};
    },
  };
  const paper = createInMemoryExchange({ pairs: [pair], startMs, feed });
  paper.apply({ kind: "credit", account, coin: "USDT", amount: "100000", purse: "contract" });
  const events: ExchangeEvent[] = [];
  paper.listen((event) => events.push(event));
  for (let step = 0; (await player.run({ until: startMs })) !== "ended"; step++) {
    for (const sink of sinks) {
      tellView(sink, book.latest);
    }
    if (step % 10 === 0) {
      act(paper);
    }
    paper.advance(stepMs);
    startMs += stepMs;
  }
  return events;
}

it("trades on a recorded market, and the same recording gives the same bytes", async () => {
  const [first, again] = [await live(), await live()];
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  const count = (kind: ExchangeEvent["kind"]): number => first.filter((event) => event.kind === kind).length;
  expect(count("depth-published")).toBeGreaterThan(10);
  expect(count("filled")).toBeGreaterThan(5);
});
