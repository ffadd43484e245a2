import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { ItemBytes, jsonLines, responseSink, serverSentEvents } from "./http-sinks.js";

it("leaves nothing behind on a response that is waited for often", async () => {
  const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void setImmediate(done) });
  const sink = responseSink(slow as unknown as ServerResponse, jsonLines, new ItemBytes());
  const listeners = (): readonly number[] => ["drain", "close", "error"].map((event) => slow.listenerCount(event));
  const before = listeners();
  for (let round = 0; round < 20; round++) {
    expect(sink.write([{ id: undefined, kind: "book", text: "{}" }])).toBe("is-full");
    await sink.drained();
  }
  expect(listeners()).toEqual(before);
  sink.write([{ id: undefined, kind: "book", text: "{}" }]);
  const gone = sink.drained();
  slow.destroy();
  await gone;
  expect(sink.isClosed()).toBe(true);
});

it("writes an item once for all who are told it in the same form", () => {
  const bytes = new ItemBytes();
  let written = 0;
  const format = {
    write: ({ text }: { readonly text: string }) => {
      written += 1;
      return `${text}\n`;
    },
  };
  const [one, other] = [
    { id: undefined, kind: "book", text: '{"pair":"4BTC_USDT"}' },
    { id: undefined, kind: "book", text: '{"pair":"4ETH_USDT"}' },
  ];
  const told = Array.from({ length: 200 }, () => bytes.of([one, other], format).toString());
  expect(new Set(told)).toEqual(new Set(['{"pair":"4BTC_USDT"}\n{"pair":"4ETH_USDT"}\n']));
  expect(written).toBe(2);
  expect(bytes.of([one], serverSentEvents).toString()).toBe('event: book\ndata: {"pair":"4BTC_USDT"}\n\n');
});
