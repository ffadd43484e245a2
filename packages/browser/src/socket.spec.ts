import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StubLife, StubSocket } from "./page-world.spec-kit.js";
import { createBrowserSocketOpener, defaultBrowserSocketLimits } from "./socket.js";

let life: StubLife;
let heard: string[];

function open(address = "ws://venue/cbu") {
  return createBrowserSocketOpener({ ...defaultBrowserSocketLimits, maxMessageBytes: 8 }, life)(address, {
    opened: () => heard.push("opened"),
    message: (bytes) => heard.push(`message ${bytes.join(" ")}`),
    controlFrame: () => heard.push("control frame"),
    closed: (code, cause) => heard.push(`closed ${code}: ${cause}`),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", StubSocket);
  life = new StubLife();
  heard = [];
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a browser's socket", () => {
  it("hands on texts and bytes alike, and says why it ended", () => {
    const socket = open();
    socket.send("too early");
    StubSocket.last.open();
    socket.send("in time");
    StubSocket.last.receive("é");
    StubSocket.last.receive(Uint8Array.of(1, 2).buffer);
    StubSocket.last.end(1011, "no more");
    expect(heard).toEqual(["opened", "message 195 169", "message 1 2", "closed 1011: no more"]);
    expect(StubSocket.last.sent).toEqual(["in time"]);
    expect(StubSocket.last.binaryType).toBe("arraybuffer");
  });

  it("ends over a message that is longer than it may be", () => {
    open();
    StubSocket.last.open();
    StubSocket.last.receive("nine byte");
    StubSocket.last.receive("x");
    expect(heard).toEqual(["opened", "closed 1009: a message is longer than maxMessageBytes"]);
    // A page may not give that code: the browser gives its own.
    expect(StubSocket.last.closedWith).toEqual([undefined]);
  });

  it.each(["frozen", "offline"] as const)(
    "ends at once where the page is %s, and hears nothing of what waited",
    (kind) => {
      open();
      StubSocket.last.open();
      life.suspend({ kind });
      StubSocket.last.receive("old");
      StubSocket.last.end(1006, "");
      expect(heard).toEqual(["opened", expect.stringMatching(/^closed 1006: the (page|browser)/)]);
    },
  );

  it("does not hand on the first message after a sleep that nothing told of", () => {
    open();
    StubSocket.last.open();
    life.slept = true;
    StubSocket.last.receive("old");
    expect(heard).toEqual(["opened", "closed 1006: the page slept"]);
  });

  it("is dead when what was sent has no answer, also where timers come late", async () => {
    const socket = open();
    StubSocket.last.open();
    socket.send("ping");
    vi.advanceTimersByTime(29_000);
    StubSocket.last.receive("pong");
    socket.send("ping");
    vi.advanceTimersByTime(60_000);
    socket.send("ping");
    await Promise.resolve();
    expect(heard.at(-1)).toMatch(/^closed 1006: nothing heard/);
    expect(StubSocket.last.sent).toHaveLength(2);
  });

  it("has an end within bounded time: unconnected, unanswered goodbye, no address", async () => {
    open();
    vi.advanceTimersByTime(10_000);
    expect(heard.splice(0)).toEqual(["closed 1006: no connection in time"]);
    const socket = open();
    StubSocket.last.open();
    socket.close(1001);
    vi.advanceTimersByTime(2_000);
    expect(heard.splice(0)).toEqual(["opened", "closed 1006: no closing handshake"]);
    open("http://user:word@venue");
    await Promise.resolve();
    expect(heard).toEqual(["closed 1006: not a WebSocket address that this page may use"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that never opened says what a page is told: nothing", () => {
    open();
    StubSocket.last.end(1006, "");
    expect(heard).toEqual([expect.stringContaining("a page is not told why")]);
  });
});
