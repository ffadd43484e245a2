import { expect, it } from "vitest";
import type { CommandLog } from "../host/command-log.js";
import { frameOf } from "../spec-support/heard-connection.js";
import { heldSocket } from "./held-socket.js";

function openHeld() {
  const done: string[] = [];
  const waiting: (() => void)[] = [];
  const log = { hasEnded: false, whenKept: (act: () => void) => waiting.push(act) };
  const socket = heldSocket(
    {
      bufferedBytes: () => 5,
      send: ({ data }) => done.push(new TextDecoder().decode(data)),
      ping: () => done.push("(ping)"),
      close: (code, reason) => done.push(`(close ${code} ${reason})`),
      cut: () => done.push("(cut)"),
    },
    log as unknown as CommandLog,
  );
  return { socket, log, done, waiting };
}

it("lets nothing out before what caused it is kept, and then everything in order", () => {
  const { socket, done, waiting } = openHeld();
  socket.send(frameOf("a"));
  socket.ping();
  socket.close(1001, "over");
  socket.cut();
  expect(socket.bufferedBytes()).toBe(5);
  expect(done).toEqual([]);
  for (const act of waiting) {
    act();
  }
  expect(done).toEqual(["a", "(ping)", "(close 1001 over)", "(cut)"]);
});

it("ends at once where nothing is kept any more, and tells nothing", () => {
  const { socket, log, done } = openHeld();
  log.hasEnded = true;
  socket.send(frameOf("a"));
  socket.ping();
  socket.close(1011, "failed");
  socket.cut();
  expect(done).toEqual(["(close 1011 failed)", "(cut)"]);
});
