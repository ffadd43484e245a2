import { expect, test } from "vitest";
import { noteWhenHeard } from "../engine/heard-sockets.js";
import type { OpenSocket, SocketHandlers } from "./socket.js";
import { tapWire } from "./wire-tap.js";

const noTap = { inbound: () => undefined, outbound: () => undefined };
const missing = { reason: "damaged-frame", dropped: 3, fromMs: 1, toMs: 2 } as const;
const bytes = Uint8Array.of(1);

test.each([
  ["a tap", (open: OpenSocket) => tapWire(open, noTap)],
  ["one that is listened to", (open: OpenSocket) => noteWhenHeard(open, () => undefined)],
] as const)("a socket behind %s loses nothing that a relay's feed says of its channels", (_what, behind) => {
  const told: unknown[][] = [];
  const say = (...words: unknown[]): void => void told.push(words);
  const handlers: Required<SocketHandlers> = {
    opened: () => say("opened"),
    message: (message, channel) => say("message", message, channel),
    doubted: (channel, reason) => say("doubted", channel, reason),
    renewed: (channel) => say("renewed", channel),
    missed: (channel, missed) => say("missed", channel, missed),
    controlFrame: () => say("controlFrame"),
    closed: (code, cause, refusedBy) => say("closed", code, cause, refusedBy),
  };
  const open: OpenSocket = (_address, inner) => {
    inner.opened();
    inner.message(bytes, "4BTC_USDT_depth");
    inner.doubted?.("4BTC_USDT_depth", "relay-gap");
    inner.doubted?.("4BTC_USDT_depth", undefined);
    inner.renewed?.("4BTC_USDT_depth");
    inner.missed?.("4BTC_USDT_deals", missing);
    inner.controlFrame();
    inner.closed(1006, "cut", "tls");
    return { send: () => undefined, ping: () => undefined, close: () => undefined };
  };
  behind(open)("ws://relay", handlers);
  expect(told).toEqual([
    ["opened"],
    ["message", bytes, "4BTC_USDT_depth"],
    ["doubted", "4BTC_USDT_depth", "relay-gap"],
    ["doubted", "4BTC_USDT_depth", undefined],
    ["renewed", "4BTC_USDT_depth"],
    ["missed", "4BTC_USDT_deals", missing],
    ["controlFrame"],
    ["closed", 1006, "cut", "tls"],
  ]);
});
