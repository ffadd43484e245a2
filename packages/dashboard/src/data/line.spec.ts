import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line, type LinkState, silenceMs } from "./line.js";

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
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { CONNECTING: 0, OPEN: 1, CLOSED: 3 });
});
afterEach(() => {
  vi.clearAllTimers();
});

function scene(isLoggedOut = false): {
  line: Line;
  sockets: FakeSocket[];
  states: LinkState["kind"][];
  heard: string[];
} {
  const sockets: FakeSocket[] = [];
  const states: LinkState["kind"][] = [];
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
    onState: ({ kind }) => states.push(kind),
  });
  return { line, sockets, states, heard };
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
  sockets.at(-1)?.tell("one");
  expect(states.at(-1)).toBe("live");
});
