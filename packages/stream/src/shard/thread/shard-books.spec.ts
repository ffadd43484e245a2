import type { BookViewData } from "@depthwire/book";
import { expect, it } from "vitest";
import { ShardBooks } from "./shard-books.js";
import type { FromShard, ShardPort, ToShard } from "./shard-messages.js";
import type { ShardHandle } from "./start-shard.js";

function scene() {
  const posted: unknown[] = [];
  const heard: ToShard[] = [];
  let tell: (message: ToShard) => void = () => undefined;
  const port: ShardPort = {
    post: (message, transfer) => void posted.push([message, transfer]),
    onMessage: (handler) => {
      tell = handler;
    },
  };
  const books = new ShardBooks();
  const same = books.listenOn(port);
  same.onMessage((message) => void heard.push(message));
  return { books, same, posted, heard, tell: (message: object) => tell(message as ToShard) };
}

it("the books of a shard are those that the host asked for and did not give up, as far as they have a state", () => {
  const { books, heard, tell } = scene();
  tell({ kind: "subscribe", book: 1, pair: "4BTC_USDT" });
  tell({ kind: "subscribe", book: 2, pair: "4ETH_USDT" });
  tell({ kind: "subscribe", book: 3, pair: "4XRP_USDT" });
  tell({ kind: "unsubscribe", book: 2 });
  tell({ kind: "pull" });
  expect(heard).toHaveLength(5);
  expect([...books.views()]).toEqual([]);
  const asked: unknown[] = [];
  const viewOf = (id: number, levels: number, known: number): BookViewData | undefined => {
    asked.push([id, levels, known]);
    return id === 3 ? undefined : ({ status: "live", seq: 7 } as BookViewData);
  };
  books.handle = { viewOf } as unknown as ShardHandle;
  expect([...books.views()].map(({ pair, status, seq }) => [pair, status, seq])).toEqual([["4BTC_USDT", "live", 7]]);
  expect(asked).toEqual([1, 3].map((id) => [id, Number.POSITIVE_INFINITY, -1]));
});

it("what the shard posts goes out as it is", () => {
  const { same, posted } = scene();
  const message = { kind: "told" } as unknown as FromShard;
  const transfer: never[] = [];
  same.post(message, transfer);
  expect(posted).toEqual([[message, transfer]]);
});
