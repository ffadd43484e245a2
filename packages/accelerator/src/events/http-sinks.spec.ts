import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { jsonLines, responseSink } from "./http-sinks.js";

it("leaves nothing behind on a response that is waited for often", async () => {
  const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void setImmediate(done) });
  const sink = responseSink(slow as unknown as ServerResponse, jsonLines);
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
