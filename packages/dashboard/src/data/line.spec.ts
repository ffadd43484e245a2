import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line, type LinkState, parseMessage, silenceMs } from "./line.js";

/** A socket that does what the test says. */
class FakeSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  readonly query: string;

  constructor(query: string) {
    super();
    this.query = query;
  }

  tell(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal("WebSocket", { CONNECTING: 0, OPEN: 1, CLOSED: 3 });
});
afterEach(() => {
  vi.clearAllTimers();
});

function scene(isLoggedOut = false): {
  line: Line;
  sockets: FakeSocket[];
  states: LinkState["kind"][];
  sinces: number[];
  heard: string[];
} {
  const sockets: FakeSocket[] = [];
  const states: LinkState["kind"][] = [];
  const sinces: number[] = [];
  const heard: string[] = [];
  const line = new Line({
    openSocket: (query) => {
      const socket = new FakeSocket(query);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    isLoggedOut: async () => isLoggedOut,
    nowMs: () => Date.now(),
    onMessage: (text) => heard.push(text),
    onState: ({ kind, sinceMs }) => {
      states.push(kind);
      sinces.push(sinceMs);
    },
  });
  return { line, sockets, states, sinces, heard };
}

it("says within a second that nothing comes, and goes on when it does", () => {
  const { line, sockets, states } = scene();
  line.listen("views=status");
  sockets[0]?.tell("{}");
  vi.advanceTimersByTime(silenceMs - 100);
  expect(states).toEqual(["live"]);
  vi.advanceTimersByTime(300);
  expect(states).toEqual(["live", "silent"]);
  sockets[0]?.tell("{}");
  expect(states).toEqual(["live", "silent", "live"]);
});

it("resumes behind the newest event, when the line ends and when something else is wanted", () => {
  const { line, sockets, heard } = scene();
  line.listen("pairs=A");
  sockets[0]?.tell("one");
  line.heard("run-17");
  line.listen("pairs=B");
  expect(sockets[1]?.query).toBe("pairs=B&last-event-id=run-17");
  // What the line before still says is not of this one.
  sockets[0]?.tell("late");
  sockets[1]?.close();
  vi.advanceTimersByTime(1_000);
  expect(sockets[2]?.query).toBe("pairs=B&last-event-id=run-17");
  expect(heard).toEqual(["one"]);
});

it("gives a half-open line up", () => {
  const { line, sockets } = scene();
  line.listen("pairs=A");
  sockets[0]?.tell("one");
  vi.advanceTimersByTime(5_000);
  expect(sockets.length).toBeGreaterThan(1);
  expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED);
});

it("tells a lost login from a lost line, until it is back", async () => {
  const { line, sockets, states } = scene(true);
  line.listen("pairs=A");
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(states).toEqual(["silent", "logged-out"]);
  // Each line that is refused meanwhile is no news.
  sockets.at(-1)?.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(states).toEqual(["silent", "logged-out"]);
  sockets.at(-1)?.tell("one");
  expect(states.at(-1)).toBe("live");
});

it("is not opened again for what it listens to already, and says nothing before the first message", () => {
  const { line, sockets, states } = scene();
  line.listen("pairs=A");
  line.listen("pairs=A");
  expect(sockets.map(({ query }) => query)).toEqual(["pairs=A"]);
  vi.advanceTimersByTime(3_000);
  expect(states).toEqual([]);
});

it("says since when it is so: the last message, not the moment at which that was noticed", () => {
  const { line, sockets, states, sinces } = scene();
  line.listen("pairs=A");
  vi.advanceTimersByTime(100);
  sockets[0]?.tell("one");
  vi.advanceTimersByTime(500);
  sockets[0]?.tell("two");
  vi.advanceTimersByTime(2_000);
  expect(states).toEqual(["live", "silent"]);
  expect(sinces).toEqual([100, 600]);
});

it("opens nothing, and misses nothing, before it was told what to listen to", () => {
  const { sockets, states } = scene();
  vi.advanceTimersByTime(10_000);
  expect([sockets, states]).toEqual([[], []]);
});

it("silence of nine tenths of a second is none yet", () => {
  const { line, sockets, states } = scene();
  line.listen("pairs=A");
  vi.advanceTimersByTime(100);
  sockets[0]?.tell("one");
  vi.advanceTimersByTime(silenceMs);
  expect(states).toEqual(["live"]);
  vi.advanceTimersByTime(200);
  expect(states).toEqual(["live", "silent"]);
});

it("a line that ends is silent at once", () => {
  const { line, sockets, states, sinces } = scene();
  line.listen("pairs=A");
  sockets[0]?.tell("one");
  vi.advanceTimersByTime(100);
  sockets[0]?.close();
  expect([states, sinces]).toEqual([
    ["live", "silent"],
    [0, 0],
  ]);
});

it("is opened again after a quarter of a second, then more and more rarely, until a message comes", () => {
  const { line, sockets } = scene();
  const waited = (): number => {
    const before = sockets.length;
    sockets.at(-1)?.close();
    let ms = 0;
    while (sockets.length === before) {
      vi.advanceTimersByTime(50);
      ms += 50;
    }
    return ms;
  };
  line.listen("pairs=A");
  expect(Array.from({ length: 6 }, waited)).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000]);
  sockets.at(-1)?.tell("one");
  expect(waited()).toBe(250);
});

it("what ends after another line was opened is not asked about, and opens nothing", () => {
  const { line, sockets, states } = scene(true);
  line.listen("pairs=A");
  sockets[0]?.close();
  line.listen("pairs=B");
  expect(sockets.length).toBe(2);
  // The line before was to be opened again: it is not.
  vi.advanceTimersByTime(500);
  expect(sockets.length).toBe(2);
  sockets[0]?.close();
  vi.advanceTimersByTime(500);
  expect([sockets.length, states]).toEqual([2, ["silent"]]);
});

it("ends the line before; one that is still being opened once it is open", () => {
  const { line, sockets } = scene();
  line.listen("pairs=A");
  line.listen("pairs=B");
  expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED);
  const [, opening] = sockets;
  if (opening !== undefined) {
    opening.readyState = WebSocket.CONNECTING;
  }
  line.listen("pairs=C");
  expect(opening?.readyState).toBe(WebSocket.CONNECTING);
  opening?.dispatchEvent(new Event("open"));
  expect(opening?.readyState).toBe(WebSocket.CLOSED);
});

it("a half-open line is given up after four seconds, and the next one has as long to say something", () => {
  const { line, sockets } = scene();
  line.listen("pairs=A");
  sockets[0]?.tell("one");
  vi.advanceTimersByTime(4_000);
  expect(sockets.length).toBe(1);
  vi.advanceTimersByTime(200);
  expect(sockets.length).toBe(2);
  vi.advanceTimersByTime(3_000);
  expect(sockets.length).toBe(2);
  vi.advanceTimersByTime(400);
  expect(sockets.length).toBe(3);
});

it("a line that is not open is not given up: its end has come, or will", () => {
  const { line, sockets } = scene();
  line.listen("pairs=A");
  const [first] = sockets;
  if (first !== undefined) {
    first.readyState = WebSocket.CONNECTING;
  }
  vi.advanceTimersByTime(20_000);
  expect(sockets.length).toBe(1);
});

it("an id is put into the address as it has to be there", () => {
  const { line, sockets } = scene();
  line.heard("run 1&2");
  line.listen("pairs=A");
  expect(sockets[0]?.query).toBe("pairs=A&last-event-id=run%201%262");
});

it("reads messages", () => {
  expect(parseMessage('{"id":"1","event":"order","data":{}}')).toEqual({ id: "1", event: "order", data: {} });
});
