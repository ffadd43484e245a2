import { expect, it } from "vitest";
import { pushSocketOf } from "./web-socket.js";

it("counts what each waiting message takes beside its bytes, until it is written", () => {
  const written: (() => void)[] = [];
  const stream = { cork: () => undefined, uncork: () => undefined };
  const library = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 3_000,
    send: (_data: unknown, _options: unknown, done: () => void) => void written.push(done),
    ping: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
  } as const;
  const socket = pushSocketOf(library, stream);
  for (let i = 0; i < 10; i++) {
    socket.send({ data: new Uint8Array(1), binary: false });
  }
  expect(socket.bufferedBytes()).toBe(3_000 + 10 * 512);
  for (const done of written) {
    done();
  }
  expect(socket.bufferedBytes()).toBe(3_000);
});
